/** An `.ah` file as a KLASY file, or what it has that KLASY can't say. */
import type { Advice, AspectFile, PointcutExpression, Problem } from "../../model/index.js";
import { printPointcut } from "../syntax/print-pointcut.js";
import { createProblemSink } from "../syntax/problem-sink.js";
import { KLASY_MACROS } from "./klasy-prelude.js";
import { escapeBody } from "./unescape-body.js";

/** Thrown with the part that has no KLASY form. */
class Inexpressible extends Error {
  constructor(
    readonly part: { readonly start: number; readonly end: number },
    message: string,
  ) {
    super(message);
  }
}

/** Undefined where some part can't be said; the problems say which. */
export function ahToKlasy(aspects: AspectFile): {
  readonly value: string | undefined;
  readonly problems: readonly Problem[];
} {
  const { file, text } = aspects;
  const sink = createProblemSink(file, text);
  const parts: string[] = [];
  for (const range of aspects.prelude)
    if (hasMore(text.slice(range.start, range.end)))
      sink.error("klasy/inexpressible", range, "beside aspects, KLASY has imports alone", KEEP);
  const imports = aspects.prelude.flatMap((range) => importsOf(text.slice(range.start, range.end)));
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (failure) {
      if (!(failure instanceof Inexpressible)) throw failure;
      sink.error("klasy/inexpressible", failure.part, failure.message, KEEP);
    }
  };
  for (const aspect of aspects.aspects) {
    const { introductions = [], members, order } = aspect;
    for (const { range } of [...introductions, ...members, ...order])
      attempt(() => {
        throw new Inexpressible(range, "a KLASY aspect holds advice alone");
      });
    const list = aspect.advice.map((advice) => {
      let made = "";
      attempt(() => {
        made = adviceText(advice, text);
      });
      return made;
    });
    const lines = imports.map((name) => `  <import>${name}</import>\n`);
    parts.push(`<aspect>\n${lines.join("")}${list.join("")}</aspect>\n`);
  }
  return { value: sink.problems.length === 0 ? parts.join("\n") : undefined, problems: sink.problems };
}

const KEEP = "Keep it as an `.ah` file, which can be woven live as well.";

/** Something else than includes, comments and what KLASY defines by itself. */
function hasMore(prelude: string): boolean {
  const left = Object.values(KLASY_MACROS).reduce((text, macro) => text.replace(macro, ""), prelude);
  const plain = left
    .replace(/\/\*[\s\S]*?(?:\*\/|$)|\/\/.*/g, "")
    .replace(/^[ \t]*#[ \t]*(?:include|pragma once)\b.*$/gm, "");
  return plain.trim() !== "";
}

const importsOf = (prelude: string) =>
  [...prelude.matchAll(/^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm)].map((found) => found[1] as string);

function adviceText({ kind, pointcut, body, parameters, header }: Advice, text: string): string {
  if (kind === "around") throw new Inexpressible(header, "KLASY has no around advice");
  const written = text.slice(body.start + 1, body.end - 1);
  if (/\btjp\s*->\s*(?!pc\b|target\b|arg\d)/.test(written))
    throw new Inexpressible(body, "of `tjp`, KLASY has `pc`, `target` and arguments alone");
  const binds = new Set<string>();
  const plain = written
    .replace(/\btjp\s*->\s*pc\b/g, "pc")
    .replace(/\btjp\s*->\s*target\b/g, () => bound("target(weft_target)", "weft_target", binds))
    .replace(/\btjp\s*->\s*arg(\d+)\b/g, (_, index: string) =>
      bound(`argument(${index}, weft_arg${index})`, `weft_arg${index}`, binds),
    );
  const locals = new Map(parameters.map(({ name, range }) => [name, range]));
  const parts = [pointcutText(pointcut, locals, false), ...binds];
  return `  <advice>
    <pointcut>${parts.join(" AND ")}</pointcut>
    <${kind}>${escapeBody(plain)}</${kind}>
  </advice>
`;
}

function bound(designator: string, name: string, binds: Set<string>): string {
  binds.add(designator);
  return name;
}

type Locals = ReadonlyMap<string, unknown>;

function pointcutText(pointcut: PointcutExpression, locals: Locals, isInner: boolean): string {
  switch (pointcut.kind) {
    case "and":
      return `${pointcutText(pointcut.left, locals, true)} AND ${pointcutText(pointcut.right, locals, true)}`;
    case "or": {
      const text = `${pointcutText(pointcut.left, locals, false)} OR ${pointcutText(pointcut.right, locals, false)}`;
      return isInner ? `(${text})` : text;
    }
    case "function":
      return designatorText(pointcut, locals);
    default:
      throw inexpressible(pointcut);
  }
}

type PointcutCall = PointcutExpression & { kind: "function" };

function localText({ name, arguments: [first, second] }: PointcutCall, locals: Locals): string | undefined {
  if (name !== "local" || first?.kind !== "variable" || second?.kind !== "match") return undefined;
  if (!locals.has(first.name)) return undefined;
  return second.text === first.name ? `local_var(${first.name})` : `local_var(${second.text}, ${first.name})`;
}

function withinFileText({ name, arguments: [first] }: PointcutCall): string | undefined {
  if (name !== "within" || first?.kind !== "function" || first.name !== "file") return undefined;
  const [file] = first.arguments;
  return file?.kind === "match" ? `within_file(${file.text})` : undefined;
}

function designatorText(pointcut: PointcutExpression & { kind: "function" }, locals: Locals): string {
  const [first] = pointcut.arguments;
  const other = localText(pointcut, locals) ?? withinFileText(pointcut);
  if (other !== undefined) return other;
  if (first?.kind !== "match") throw inexpressible(pointcut);
  const called = /^% ([\w%]+)\(\.\.\.\)$/.exec(first.text)?.[1];
  if (called !== undefined && pointcut.name === "execution") return `execution(${called}())`;
  if (called !== undefined && pointcut.name === "within") return `within_function(${called})`;
  const member = /^% ([\w%]+)::([\w%]+)$/.exec(first.text);
  if (member !== null && pointcut.name === "access") return `access(${member[1]}.${member[2]})`;
  throw inexpressible(pointcut);
}

function inexpressible(pointcut: PointcutExpression): Inexpressible {
  return new Inexpressible(pointcut.range, `KLASY can't say \`${printPointcut(pointcut)}\``);
}

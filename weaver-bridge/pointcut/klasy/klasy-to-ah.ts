/** A KLASY file as an `.ah` file, for people: what both mean is the same. */
import type { Problem } from "../../model/index.js";
import { createProblemSink } from "../syntax/problem-sink.js";
import { meaningOf, variablesOf } from "./klasy-context.js";
import { KLASY_MACROS } from "./klasy-prelude.js";
import type { KlasyAdvice, KlasyAspect, KlasyBody, KlasyPointcut } from "./klasy-tree.js";
import { parseKlasyTree } from "./parse-klasy.js";
import { plainBody } from "./unescape-body.js";

/** `text` is latin1. Never throws. */
export function klasyToAh(
  file: string,
  text: string,
): { readonly value: string; readonly problems: readonly Problem[] } {
  const sink = createProblemSink(file, text);
  const { aspects } = parseKlasyTree(file, text, sink);
  const imports = [...new Set(aspects.flatMap((aspect) => aspect.imports.map(({ name }) => name)))];
  const uses = (word: string) => new RegExp(`\\b${word}\\s*\\(`).test(text);
  const head = [
    ...imports.map((name) => `#include "${name}"`),
    ...Object.entries(KLASY_MACROS).flatMap(([name, definition]) => (uses(name) ? [definition] : [])),
  ];
  const parts = aspects.map((aspect) => aspectText(aspect, text));
  return {
    value: [...(head.length === 0 ? [] : [`${head.join("\n")}\n`]), ...parts].join("\n"),
    problems: sink.problems,
  };
}

function aspectText({ name, advice }: KlasyAspect, text: string): string {
  const list = advice.flatMap((one) => one.bodies.map((body) => adviceText(one, body, text)));
  return `aspect ${name} {\n${list.join("\n")}};\n`;
}

function adviceText({ pointcut }: KlasyAdvice, { kind, inner }: KlasyBody, text: string): string {
  if (pointcut === undefined) return "";
  const body = plainBody(text.slice(inner.start, inner.end)).replace(/(?<![\w.>$])pc(?![\w$])/g, "tjp->pc");
  const variables = variablesOf(pointcut);
  const locals = variables.flatMap(({ name, value }) => ("local" in value ? [`__auto_type ${name}`] : []));
  const declared = variables.flatMap(({ name, value }) =>
    "expression" in value ? [`    ${value.type}${name} = ${value.expression};\n`] : [],
  );
  const lines = indented(body);
  return `  advice ${pointcutText(pointcut) ?? '""'} : ${kind}(${locals.join(", ")}) {\n${declared.join("")}${lines}  }\n`;
}

function pointcutText(pointcut: KlasyPointcut): string | undefined {
  switch (pointcut.kind) {
    case "broken":
      return undefined;
    case "and":
    case "or": {
      const [left, right] = [pointcutText(pointcut.left), pointcutText(pointcut.right)];
      if (left === undefined || right === undefined) return left ?? right;
      return pointcut.kind === "and"
        ? `${grouped(pointcut.left, left)} && ${grouped(pointcut.right, right)}`
        : `${left} || ${right}`;
    }
    case "designator": {
      if (pointcut.name === "local_var") {
        const [local = "", name = local] = pointcut.argument.split(/(?:(?<!\s)\s+)?,\s*/);
        return `local(${name}, "${local}")`;
      }
      const meaning = meaningOf(pointcut);
      if (meaning === undefined) return undefined;
      return meaning.inFile
        ? `${meaning.name}(file("${meaning.match}"))`
        : `${meaning.name}("${meaning.match}")`;
    }
  }
}

const grouped = (part: KlasyPointcut, text: string) => (part.kind === "or" ? `(${text})` : text);

/** As deep as advice in an aspect is, without the blank lines around it. */
function indented(body: string): string {
  const lines = body.split("\n").map((line) => line.trimEnd());
  const full = lines.filter((line) => line !== "");
  const depth = Math.min(
    ...full.slice(1).map((line) => line.length - line.trimStart().length),
    full[0]?.length ?? 0,
  );
  const cut = (line: string) =>
    /^\s/.test(line) ? line.slice(Math.min(depth, line.length - line.trimStart().length)) : line;
  return full.map((line) => `    ${cut(line)}\n`).join("");
}

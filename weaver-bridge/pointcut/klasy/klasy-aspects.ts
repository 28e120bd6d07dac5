/**
 * A KLASY file as an aspect file like any other, so that all that reads aspects reads it: pointcuts keep their places in
 * the text, and behind the text stands what the compiler is to see (includes, bodies), under line markers of its places.
 */
import {
  type Advice,
  type Aspect,
  type AspectFile,
  markerName,
  type PointcutExpression,
  type TextRange,
} from "../../model/index.js";
import { createProblemSink, type ProblemSink } from "../syntax/problem-sink.js";
import { all, type KlasyVariable, meaningOf, unlistedArguments, variablesOf } from "./klasy-context.js";
import { KLASY_PRELUDE } from "./klasy-prelude.js";
import type { KlasyAdvice, KlasyAspect, KlasyBody, KlasyPointcut } from "./klasy-tree.js";
import { parseKlasyTree } from "./parse-klasy.js";
import { unescapeBody } from "./unescape-body.js";

/** `text` is latin1. Never throws. */
export function parseKlasyFile(file: string, text: string): AspectFile {
  const sink = createProblemSink(file, text);
  const tree = parseKlasyTree(file, text, sink);
  const code = createCode(file, text);
  const prelude = [
    code.add(0, KLASY_PRELUDE),
    ...tree.aspects.flatMap(({ imports }) =>
      imports.map(({ name, range }) => code.add(range.start, `#include "${name}"`)),
    ),
  ];
  const aspects = tree.aspects.map((aspect) => aspectOf(aspect, code, sink));
  const whole = code.text();
  return { file, text: whole, aspects, prelude, pointcuts: [], problems: sink.problems };
}

interface Code {
  /** Appends text that stands for what is at `at`; where it is then. */
  add(at: number, text: string): TextRange;
  text(): string;
  /** What the file itself says there. */
  read(range: TextRange): string;
  /** Marker of a line of the file, and blanks up to the column. */
  placeOf(at: number): string;
}

function createCode(file: string, text: string): Code {
  const parts = [text];
  let length = text.length;
  const push = (part: string) => {
    parts.push(part);
    length += part.length;
  };
  const placeOf = (at: number) => {
    const newline = at === 0 ? -1 : text.lastIndexOf("\n", at - 1);
    const line = text.slice(0, at).split("\n").length;
    return `\n#line ${line} "${markerName(file)}"\n${" ".repeat(at - newline - 1)}`;
  };
  return {
    read: ({ start, end }) => text.slice(start, end),
    placeOf,
    add: (at, added) => {
      push(placeOf(at));
      const start = length;
      push(added);
      return { start, end: length };
    },
    text: () => parts.join(""),
  };
}

function aspectOf(aspect: KlasyAspect, code: Code, sink: ProblemSink): Aspect {
  const { name, nameRange, range } = aspect;
  const advice: Advice[] = [];
  for (const one of aspect.advice)
    for (const body of one.bodies) {
      const made = adviceOf(one, body, { aspect: name, index: advice.length }, code, sink);
      if (made !== undefined) advice.push(made);
    }
  const nothing = { bases: [], pointcuts: [], order: [], members: [] };
  return { name, nameRange, range, ...nothing, advice, body: code.add(range.start, "{}") };
}

function adviceOf(
  { pointcut, pointcutRange, range, bodies }: KlasyAdvice,
  body: KlasyBody,
  place: { aspect: string; index: number },
  code: Code,
  sink: ProblemSink,
): Advice | undefined {
  if (pointcut === undefined) return undefined;
  const isFirst = body === bodies[0];
  const expression = isFirst ? checkedExpression(pointcut, sink) : expressionOf(pointcut);
  const inner = unescapeBody(code.read(body.inner));
  const mentions = (name: string) => new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(inner);
  const variables = [...new Map(variablesOf(pointcut).map((one) => [one.name, one])).values()];
  const declared = variables.flatMap(({ name, value }) =>
    "expression" in value && mentions(name) ? [`${value.type}${name} = ${value.expression};`] : [],
  );
  if (mentions("pc") && !variables.some(({ name }) => name === "pc"))
    declared.unshift("unsigned long pc = tjp->pc;");
  const open = `{ ${declared.map((one) => `__attribute__((unused)) ${one}`).join(" ")}${code.placeOf(body.inner.start)}`;
  return {
    ...{ ...place, kind: body.kind, pointcut: expression ?? { kind: "broken", range: pointcutRange } },
    parameters: variables.flatMap((one) => parameterOf(one, code)),
    body: code.add(body.inner.start, `${open}${inner}${code.placeOf(body.inner.end)}}`),
    header: {
      start: isFirst ? range.start : body.range.start,
      end: isFirst ? pointcutRange.end : body.inner.start,
    },
    range: isFirst ? range : body.range,
  };
}

/** Locals are bound as any context variable is, with the type that they have. */
function parameterOf({ name, value, pointcut }: KlasyVariable, code: Code) {
  if (!("local" in value)) return [];
  return [{ type: "%", name, range: code.add(pointcut.range.start, `__auto_type ${name}`) }];
}

function checkedExpression(pointcut: KlasyPointcut, sink: ProblemSink): PointcutExpression | undefined {
  for (const { range } of unlistedArguments(pointcut))
    sink.error(
      "klasy/argument",
      range,
      "it is not said which argument that is",
      "Write its position, `argument(0, NAME)`, or list the arguments, `execution(f(NAME))`.",
    );
  const expression = expressionOf(pointcut);
  if (expression === undefined && !all(pointcut).some(({ kind }) => kind === "broken"))
    sink.error(
      "klasy/pointcut",
      pointcut.range,
      "the pointcut binds variables and selects nothing",
      "Join it with `execution(…)` or `access(…)`.",
    );
  return expression;
}

/** Undefined for what selects nothing by itself. */
function expressionOf(pointcut: KlasyPointcut): PointcutExpression | undefined {
  const { range } = pointcut;
  switch (pointcut.kind) {
    case "broken":
      return { kind: "broken", range };
    case "and":
    case "or": {
      const [left, right] = [expressionOf(pointcut.left), expressionOf(pointcut.right)];
      if (left === undefined || right === undefined) return left ?? right;
      return { kind: pointcut.kind, left, right, range };
    }
    case "designator": {
      if (pointcut.name === "local_var") return localOf(pointcut);
      const meaning = meaningOf(pointcut);
      if (meaning === undefined) return undefined;
      const match: PointcutExpression = { kind: "match", text: meaning.match, range: pointcut.argumentRange };
      const names: PointcutExpression = meaning.inFile
        ? { kind: "function", name: "file", arguments: [match], range }
        : match;
      return { kind: "function", name: meaning.name, arguments: [names], range };
    }
  }
}

function localOf({
  argument,
  argumentRange,
  range,
}: KlasyPointcut & { kind: "designator" }): PointcutExpression {
  const [local = "", name = local] = argument.split(/(?:(?<!\s)\s+)?,\s*/);
  const inner = { range: argumentRange };
  return {
    ...{ kind: "function", name: "local", range },
    arguments: [
      { kind: "variable", name, ...inner },
      { kind: "match", text: local, ...inner },
    ],
  };
}

/** Advice that is legal and probably not meant: it runs in what it calls, or at join points of every kind. */
import type { Advice, Aspect, AspectFile, Problem, UnitFacts } from "../../model/index.js";
import { createPlaces } from "../syntax/problem-sink.js";
import { qualifiedName } from "./describe-match.js";
import type { PointcutNode } from "./pointcut-node.js";
import { columnsOf } from "./unit-columns.js";

interface PlacedAdvice {
  readonly advice: Advice;
  readonly aspect: Aspect;
  readonly file: AspectFile;
}

/**
 * The body calls a function in which the same advice runs: it would call itself without end. Known by name, for
 * functions at file scope; `selected` are the indices of the advice's join points.
 */
export function recursionProblem(
  facts: UnitFacts,
  { advice, aspect, file }: PlacedAdvice,
  selected: readonly number[],
): Problem | undefined {
  const called = calledNames(advice, file.text);
  if (called.size === 0 || selected.length === 0) return undefined;
  const { within, names } = columnsOf(facts);
  const index = selected.find((at) => {
    const id = within[at] as number;
    return called.has(names[id] as string) && facts.entities[id]?.scope.length === 0;
  });
  if (index === undefined) return undefined;
  const name = qualifiedName(facts.entities[within[index] as number]);
  return {
    code: "pointcut/recursion",
    severity: "warning",
    range: createPlaces(file.file, file.text)(advice.header),
    message: `this advice of \`${aspect.name}\` calls \`${name}\` and also runs in \`${name}\``,
    hint: `It would call itself without end. Add \`&& !within("% ${name}(...)")\` to its pointcut.`,
  };
}

const cache = new WeakMap<Advice, ReadonlySet<string>>();
const COMMENTS = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"/g;
const CALLS = /(?<![\w$.>:]|->\s|\.\s)([A-Za-z_]\w*)\s*\(/g;

/** Names before `(` in the body, members left out. */
function calledNames(advice: Advice, text: string): ReadonlySet<string> {
  let names = cache.get(advice);
  if (names === undefined) {
    const body = text.slice(advice.body.start, advice.body.end).replace(COMMENTS, " ");
    names = new Set([...body.matchAll(CALLS)].map(([, name]) => name as string));
    cache.set(advice, names);
  }
  return names;
}

/** True when neither a kind of join point nor a place limits the pointcut: it holds everywhere. */
export function isUnlimited(node: PointcutNode): boolean {
  switch (node.kind) {
    case "join":
    case "within":
    case "nothing":
      return false;
    case "and":
      return isUnlimited(node.left) && isUnlimited(node.right);
    case "or":
      return isUnlimited(node.left) || isUnlimited(node.right);
    case "named":
      return isUnlimited(node.of);
    default:
      return true;
  }
}

export function unlimitedProblem({ advice, file }: Pick<PlacedAdvice, "advice" | "file">): Problem {
  return {
    code: "pointcut/everything",
    severity: "warning",
    range: createPlaces(file.file, file.text)(advice.pointcut.range),
    message: "this pointcut selects executions, calls and accesses alike, everywhere",
    hint: 'Join it with what is meant: `execution("% %(...)") && ...`, `call(...)` or `within(...)`.',
  };
}

/**
 * Calls in C++ where libclang does not look, so that they are no join points: in the captures of lambdas, `[x = f()] { … }`,
 * in what a `switch` or a `for` over a range declares before its value, in what initialises a variable template, a
 * bit-field, or an array by parentheses, and in lambdas that stand in types and template arguments. That is told where
 * advice may mean them.
 */
import type { AspectFile, Problem, UnitFacts } from "../../model/index.js";
import { filterOf, type TextFilter } from "../../pointcut/index.js";
import { isNotRun, unreadPlaces } from "./unread-places.js";

const CALL = /(?<!\w)([A-Za-z_]\w*)\s*\(/g;
const NO_CALL =
  /^(?:if|for|while|switch|return|throw|catch|co_\w+|and|or|not|sizeof|alignof|typeid|decltype|noexcept|\w+_cast|bool|char|short|int|long|float|double|unsigned|signed)$/;

/** Warnings at calls whose names advice asks for. `text` is that of the unit, of C++. */
export function unreadCallProblems(
  text: string,
  aspects: readonly AspectFile[],
  facts: UnitFacts,
): Problem[] {
  const names = calledNames(aspects);
  if (names.length === 0) return [];
  const { lineMap, entities, shadows } = facts;
  const types = new Set(entities.flatMap(({ kind, name }) => (kind === "class" ? [name] : [])));
  const functions = new Set(entities.flatMap(({ kind, name }) => (kind === "function" ? [name] : [])));
  let known: ReadonlySet<string> | undefined;
  const declared = () => (known ??= declaredNames(text));
  // Of what any name may be, only functions that the unit declares, by their name alone.
  const isKnown = (name: string, at: number) =>
    (functions.has(name) || declared().has(name)) &&
    !/(?:\.|->)\s*$/.test(text.slice(Math.max(0, at - 10), at));
  const isMeant = (name: string, at: number) =>
    names.some((wanted) => wanted.test(name) && (!wanted.test("") || isKnown(name, at)));
  const read = new Set([
    ...shadows.flatMap((shadow) => (shadow.kind === "call" ? [shadow.callee.start] : [])),
    // What these may be is told by itself.
    ...(facts.openNames ?? []).map(({ nameRange }) => nameRange.start),
  ]);
  const problems = new Map<number, Problem>();
  for (const { range, where, hint } of unreadPlaces(text))
    for (const { 1: name = "", index } of text.slice(range.start, range.end).matchAll(CALL)) {
      const start = range.start + index;
      const isCall = !types.has(name) && !NO_CALL.test(name) && isMeant(name, start);
      if (!isCall || read.has(start) || problems.has(start) || lineMap.inSystemHeader(start)) continue;
      if (isNotRun(text, start)) continue;
      problems.set(start, {
        code: "weave/unread-call",
        severity: "warning",
        range: lineMap.rangeOf({ start, end: start + name.length }),
        message: `advice on calls does not reach \`${name}\` in ${where}`,
        hint,
      });
    }
  return [...problems.values()];
}

/** Names as in `int *name(`, and not as in `return name(`. */
function declaredNames(text: string): Set<string> {
  const said = text.matchAll(
    /(?<=[\w>])(?=\s)(?<!\b(?:return|throw|else|do|case|co_\w+))\s+[*&]*([A-Za-z_]\w*)(?=\s*\()/g,
  );
  return new Set(Array.from(said, ([, name = ""]) => name));
}

function calledNames(files: readonly AspectFile[]): RegExp[] {
  return files.flatMap(({ aspects, text }) =>
    aspects.flatMap(({ name: aspect, advice }) =>
      advice.flatMap(({ pointcut, header }) => {
        const needs = filterOf(pointcut, files, aspect);
        // A pattern without any name of its own, or control flow besides.
        if (needs === "all") return /\bcall\s*\(/.test(text.slice(header.start, header.end)) ? [/^/] : [];
        return needs.flatMap(namePattern);
      }),
    ),
  );
}

const namePattern = ({ name, role, isExecuted }: Exclude<TextFilter, "all">[number]): RegExp[] =>
  name === undefined || role !== "function" || isExecuted === true
    ? []
    : [new RegExp(`^${name.replace(/[$]/g, "\\$&").replaceAll("%", "\\w*")}$`)];

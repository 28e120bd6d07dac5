/**
 * Calls in C++ where libclang does not look, so that they are no join points: in the captures of lambdas, `[x = f()] { … }`,
 * in what a `switch` declares before its value, and in what initialises a variable template. That is told where advice may
 * mean them.
 */
import type { AspectFile, Problem, UnitFacts } from "../model/index.js";
import { filterOf, type TextFilter } from "../pointcut/index.js";

interface UnreadPlace {
  /** Its first group is what is not read. */
  readonly pattern: RegExp;
  readonly where: string;
  readonly hint: string;
  /** What stands before it makes it something else. */
  readonly unless?: (before: string) => boolean;
}

/** Behind a value stands an index. */
const isIndex = (before: string) => /[\w)\]]\s*$/.test(before.replace(/\breturn\s*$/, ""));
const CAPTURED = {
  where: "the captures of a lambda",
  hint: "Call it before the lambda, and capture what it returned.",
};

/** All of a length that people write. */
const PLACES: readonly UnreadPlace[] = [
  {
    // Captures in which something is assigned, up to what can only follow a lambda's.
    pattern: /\[([^[\];{}]{0,300}\w\s{0,8}=(?!=)[^[\];]{0,300})\]\s*(?:[({]|mutable\b|->)/g,
    ...CAPTURED,
    unless: isIndex,
  },
  {
    pattern: /\[([^[\];{}]{0,300}\w\s{0,8}\{[^[\];]{0,300})\]\s*(?:[({]|mutable\b|->)/g,
    ...CAPTURED,
    unless: isIndex,
  },
  {
    pattern: /\bswitch\s*\(([^;{}]{0,300});/g,
    where: "what a switch declares before its value",
    hint: "Declare the variable before the switch.",
  },
  {
    pattern:
      /\btemplate\s*<(?:[^<>;{}()]|<[^<>;{}()]{0,100}>){0,300}>\s*((?!(?:[\w\s]*\b)?(?:constexpr|class|struct|union|enum|using|concept|friend|template)\b)[^;{}()=]{1,300}(?:=|\{)[^;]{0,300});/g,
    where: "the initialiser of a variable template",
    hint: "Call it in a function that the variable is initialised with, and advise that one's execution.",
  },
];

const CALL = /([A-Za-z_]\w*)\s*\(/g;
const NO_CALL =
  /^(?:if|for|while|switch|sizeof|alignof|typeid|decltype|noexcept|\w+_cast|bool|char|short|int|long|float|double|unsigned|signed)$/;

/** Warnings at calls whose names advice asks for. `text` is that of the unit, of C++. */
export function unreadCallProblems(
  text: string,
  aspects: readonly AspectFile[],
  { lineMap, entities }: Pick<UnitFacts, "lineMap" | "entities">,
): Problem[] {
  const names = calledNames(aspects);
  if (names.length === 0) return [];
  const types = new Set(entities.flatMap(({ kind, name }) => (kind === "class" ? [name] : [])));
  const problems: Problem[] = [];
  for (const { pattern, where, hint, unless } of PLACES)
    for (const { 0: whole, 1: part = "", index } of text.matchAll(pattern)) {
      if (unless?.(text.slice(Math.max(0, index - 20), index)) === true) continue;
      const offset = index + whole.indexOf(part);
      for (const { 1: name = "", index: at } of part.matchAll(CALL)) {
        if (types.has(name) || NO_CALL.test(name) || !names.some((wanted) => wanted.test(name))) continue;
        const start = offset + at;
        problems.push({
          code: "weave/unread-call",
          severity: "warning",
          range: lineMap.rangeOf({ start, end: start + name.length }),
          message: `advice on calls does not reach \`${name}\` in ${where}`,
          hint,
        });
      }
    }
  return problems;
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

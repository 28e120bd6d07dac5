/**
 * Calls in the captures of lambdas, `[x = f()] { … }`: libclang does not look into them, so they are no join points. That is
 * told where advice may mean them.
 */
import type { AspectFile, Problem, UnitFacts } from "../model/index.js";
import { filterOf, type TextFilter } from "../pointcut/index.js";

/** Captures in which something is assigned, up to what can only follow a lambda's; of a length that people write. */
const CAPTURES = /\[([^[\];{}]{0,300}\w\s{0,8}=(?!=)[^[\];]{0,300})\]\s*(?:[({]|mutable\b|->)/g;
const CALL = /([A-Za-z_]\w*)\s*\(/g;
const NO_CALL =
  /^(?:if|for|while|switch|sizeof|alignof|typeid|decltype|noexcept|\w+_cast|bool|char|short|int|long|float|double|unsigned|signed)$/;

/** Warnings at calls whose names advice asks for. `text` is that of the unit, of C++. */
export function initCaptureProblems(
  text: string,
  aspects: readonly AspectFile[],
  { lineMap, entities }: Pick<UnitFacts, "lineMap" | "entities">,
): Problem[] {
  const names = calledNames(aspects);
  if (names.length === 0) return [];
  const types = new Set(entities.flatMap(({ kind, name }) => (kind === "class" ? [name] : [])));
  const problems: Problem[] = [];
  for (const { 0: whole, 1: captures = "", index } of text.matchAll(CAPTURES)) {
    // Behind a value stands an index.
    if (/[\w)\]]\s*$/.test(text.slice(Math.max(0, index - 20), index).replace(/\breturn\s*$/, ""))) continue;
    const offset = index + whole.indexOf(captures);
    for (const { 1: name = "", index: at } of captures.matchAll(CALL)) {
      if (types.has(name) || NO_CALL.test(name) || !names.some((pattern) => pattern.test(name))) continue;
      const start = offset + at;
      problems.push({
        code: "weave/init-capture",
        severity: "warning",
        range: lineMap.rangeOf({ start, end: start + name.length }),
        message: `advice on calls does not reach \`${name}\` in the captures of a lambda`,
        hint: "Call it before the lambda, and capture what it returned.",
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

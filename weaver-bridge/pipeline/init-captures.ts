/**
 * Calls in the captures of lambdas, `[x = f()] { … }`: libclang does not look into them, so they are no join points. That is
 * told where advice may mean them.
 */
import type { AspectFile, Problem, UnitFacts } from "../model/index.js";
import { filterOf } from "../pointcut/index.js";

/** Captures in which something is assigned, up to what can only follow a lambda's; of a length that people write. */
const CAPTURES = /\[([^[\];{}]{0,300}\w\s{0,8}=(?!=)[^[\];]{0,300})\]\s*(?:[({]|mutable\b|->)/g;
const CALL = /([A-Za-z_]\w*)\s*\(/g;

/** Warnings at calls whose names advice asks for. `text` is that of the unit, of C++. */
export function initCaptureProblems(
  text: string,
  aspects: readonly AspectFile[],
  { lineMap }: Pick<UnitFacts, "lineMap">,
): Problem[] {
  const names = calledNames(aspects);
  if (names.length === 0) return [];
  const problems: Problem[] = [];
  for (const { 0: whole, 1: captures = "", index } of text.matchAll(CAPTURES)) {
    // Behind a value stands an index.
    if (/[\w)\]]\s*$/.test(text.slice(Math.max(0, index - 20), index).replace(/\breturn\s*$/, ""))) continue;
    const offset = index + whole.indexOf(captures);
    for (const { 1: name = "", index: at } of captures.matchAll(CALL)) {
      if (!names.some((pattern) => pattern.test(name))) continue;
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

function calledNames(aspects: readonly AspectFile[]): RegExp[] {
  const needs = filterOf(aspects);
  if (needs === "all") return [];
  return needs.flatMap(({ name, role, isExecuted }) =>
    name === undefined || role !== "function" || isExecuted === true
      ? []
      : [new RegExp(`^${name.replace(/[$]/g, "\\$&").replaceAll("%", "\\w*")}$`)],
  );
}

/**
 * Asks an outline, the names in a unit's text with how they are used, whether that text may meet a filter. It knows a
 * definition from a declaration, which the text alone does not tell without reading it.
 */
import { namePattern } from "../../patterns/match-expression.js";
import type { TextFilter, TextNeed } from "./filter.js";
import { livingNeeds, type TextPlace } from "./text-search.js";

/** Bits of the digit behind a name, as `clang-ast/native/src/outline.h` sets them. */
const CALLED = 1;
const MEMBER = 2;
const IN_CODE = 4;
const HEADED = 8;

/** False only when nothing in the outlined text can meet the filter. */
export function outlineMentions(outline: string, filter: TextFilter, place: TextPlace): boolean {
  if (filter === "all") return true;
  const needs = new Map<number, string[]>();
  for (const need of livingNeeds(outline, filter, place)) {
    if (need.name === undefined) return true;
    const uses = usesOf(need, place);
    needs.set(uses, [...(needs.get(uses) ?? []), need.name]);
  }
  return [...needs].some(([uses, names]) => searchOf(names, uses).test(outline));
}

/** What stands in braces is code, what stands before them at file scope may be evaluated too: `int f(int a[g()]) {`. */
function usesOf({ role, isExecuted }: TextNeed, { language }: TextPlace): number {
  if (language !== "c") return role === "function" ? CALLED : 0;
  if (isExecuted === true) return HEADED;
  if (role === "function") return CALLED | IN_CODE;
  return role === "field" ? MEMBER : 0;
}

function searchOf(names: readonly string[], uses: number): RegExp {
  const wild = names.map((name) => {
    const segments = namePattern(name).segments ?? [name];
    return segments.map((text) => text.replace(/[$]/g, "\\$&")).join("[\\w$\\x80-\\xff]*");
  });
  const digits = Array.from({ length: 16 }, (_, digit) => digit).filter((digit) => (digit & uses) === uses);
  return new RegExp(`^(?:${wild.join("|")}) [${digits.map((digit) => digit.toString(16)).join("")}]$`, "m");
}

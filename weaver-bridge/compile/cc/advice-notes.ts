/** After a compiler rejected an advice body: at which of its join points in the unit, so that people see which uses broke it. */
import type { AspectEffect, Problem } from "../../model/index.js";

const MOST_NAMED = 8;

/**
 * A note for the problems of `brokenAdvice`, one for those that one advice has at the same join points; none for advice
 * at one join point. `effects` is what is woven into the unit.
 */
export function adviceNotes(broken: readonly Problem[], effects: readonly AspectEffect[]): string {
  const said = new Set<string>();
  return broken.map((problem) => noteOf(problem, effects, said)).join("");
}

function noteOf(
  { range, related = [] }: Problem,
  effects: readonly AspectEffect[],
  said: Set<string>,
): string {
  const line = range?.startLine ?? 0;
  const met = effects.filter(
    ({ origin }) => origin.file === range?.file && origin.startLine <= line && line <= origin.endLine,
  );
  const [first] = met;
  if (first === undefined || met.length < 2 || related.length === 0) return "";
  const places = related.map(
    ({ range: { file, startLine }, message }) => `${file}:${startLine} (${message})`,
  );
  const more = places.length - MOST_NAMED;
  const list = `${places.slice(0, MOST_NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const key = `${first.origin.startLine} ${list}`;
  if (said.has(key)) return "";
  said.add(key);
  const share = related.length === met.length ? `all ${met.length}` : `${related.length} of ${met.length}`;
  return `${range?.file}:${line}: note: this advice breaks at ${share} join points of the unit: ${list}\n`;
}

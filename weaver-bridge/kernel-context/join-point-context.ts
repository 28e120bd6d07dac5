/** In which contexts the code at a join point may run, and why. */
import { type AspectEffect, kindOf } from "../model/index.js";
import { type CallPaths, type Context, textOf } from "./call-paths.js";
import { type Held, heldAt, type Regions } from "./held-regions.js";
import { lineOf, type SourceFunction } from "./read-source.js";

/** Where advice of an effect runs: what its function was called in, and what that has entered by then. */
export function contextsAt(effect: AspectEffect, paths: CallPaths): readonly Context[] {
  const range = effect.target;
  const of = paths.functionAt(range.file, range.startLine);
  if (of === undefined) return [];
  const regions = paths.regionsOf(of);
  const local = heldBy(effect, of, regions, paths).map(
    (held): Context => ({
      region: held.region,
      text: textOf(held),
      path: [stepOf(of, held, paths)],
    }),
  );
  const outer = paths
    .contextsOf(of)
    .filter(({ region }) => region === "interrupt" || !regions.leaves.has(region));
  const found = new Map<Context["region"], Context>();
  for (const context of [...local, ...outer])
    if (!found.has(context.region)) found.set(context.region, context);
  return [...found.values()];
}

function stepOf(of: SourceFunction, { since, region, lock }: Held, paths: CallPaths) {
  const lines = paths.linesOf(of.file);
  if (since === -1)
    return { file: of.file, line: of.line, text: `${of.name} is annotated to be called with ${lock} held` };
  const name = lock === "" ? region.name : `${region.name} ${lock}`;
  return { file: of.file, line: lineOf(lines, since), text: `${of.name} enters ${name}` };
}

function heldBy(
  effect: AspectEffect,
  of: SourceFunction,
  regions: Regions,
  paths: CallPaths,
): readonly Held[] {
  const { joinPoint } = effect.binding;
  const isAfter = kindOf(effect) === "after";
  if (joinPoint.kind === "execution") return isAfter ? (regions.exits[0]?.held ?? []) : regions.atStart;
  const { startLine, startColumn } = effect.target;
  const lines = paths.linesOf(of.file);
  const start = lines[startLine - 1] ?? of.start;
  const end = lines[startLine] ?? of.end;
  if (joinPoint.kind === "call") {
    const name = /(?<![\w~])([\w~]+)\s*\(/.exec(joinPoint.signature)?.[1] ?? "";
    const called = regions.calls.find(
      ({ call }) => call.start >= start && call.start < end && call.name.split("::").at(-1) === name,
    );
    if (called !== undefined) return isAfter ? heldAt(regions, called.call.end) : called.held;
  }
  // Columns are those of preprocessed text: right enough on a line that enters or leaves nothing.
  return heldAt(regions, Math.min(start + startColumn - 1, end - 1));
}

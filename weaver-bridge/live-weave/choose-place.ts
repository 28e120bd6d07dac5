/**
 * Where in the area advice goes. The same advice goes where it was, so that it may be woven and taken out for ever; other
 * advice goes behind all that was there, because a thread may have been interrupted in it, and when the area is used up,
 * to where nobody is any more.
 */
import { createHash } from "node:crypto";
import { liveText } from "../weaver/index.js";
import type { AdvisedUnit } from "./advice/compile-advice.js";
import type { CodeArea } from "./advice/link-advice.js";
import type { PlannedHook } from "./hooks/place-hooks.js";
import type { CodeRange } from "./hooks/saved-addresses.js";
import type { Generation, Journal } from "./journal/journal.js";
import { aligned } from "./prepare-hooks.js";

export interface Place {
  readonly base: number;
  /** Nobody may be in what was there. */
  readonly mustBeLeft: boolean;
}

export function keyOf(units: readonly AdvisedUnit[], planned: readonly PlannedHook[]): string {
  const hash = createHash("sha256");
  for (const unit of units) hash.update(digestOf(unit));
  for (const { site, block, hook } of planned)
    hash.update(`${site.address} ${block.address} ${block.original.length} ${hook.symbol}\0`);
  return hash.digest("hex").slice(0, 32);
}

/** Its text is as long as the unit. */
const DIGESTS = new WeakMap<AdvisedUnit, string>();

function digestOf(unit: AdvisedUnit): string {
  const known = DIGESTS.get(unit);
  if (known !== undefined) return known;
  const { command, advice } = unit;
  const digest = createHash("sha256")
    .update(JSON.stringify(command))
    .update(liveText(advice), "latin1")
    .digest("hex");
  DIGESTS.set(unit, digest);
  return digest;
}

/** To be tried in this order. */
export function places(key: string, before: Journal | undefined, area: CodeArea): Place[] {
  const generations = before?.generations ?? [];
  const same = generations.find((one) => one.key === key);
  if (same !== undefined) return [{ base: same.start, mustBeLeft: false }];
  const free = Math.max(area.address, ...generations.map(({ end }) => end));
  const woven = generations.at(-1);
  return [
    { base: aligned(free), mustBeLeft: false },
    { base: aligned(area.address), mustBeLeft: true },
    ...(woven === undefined ? [] : [{ base: aligned(woven.end), mustBeLeft: true }]),
  ];
}

/** What is woven now is not overwritten by something else. */
export function fits(range: CodeRange, key: string, before: Journal | undefined, area: CodeArea): boolean {
  const woven = before?.hooks.length === 0 ? undefined : before?.generations.at(-1);
  const isFree = woven === undefined || woven.key === key || !overlap(range, woven);
  return isFree && range.end <= area.address + area.size;
}

/** With the new one last, and without those that it takes the place of. */
export function withGeneration(before: Journal | undefined, fresh: Generation): Generation[] {
  return [...(before?.generations ?? []).filter((one) => !overlap(one, fresh)), fresh];
}

function overlap(left: CodeRange, right: CodeRange): boolean {
  return left.start < right.end && right.start < left.end;
}

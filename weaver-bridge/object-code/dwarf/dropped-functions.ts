/**
 * Linkers give code that they leave out (`--gc-sections`, a second copy of an inline function) the address 0 in debug
 * information. In an image that begins there, one function is at 0 indeed.
 */
import { AT, TAG } from "./constants.js";
import type { CodeRange, DebugInfo } from "./debug-info.js";
import type { EntryId } from "./entries.js";
import { originOf } from "./origin.js";

/** What the image's symbols say of a function: where its code is. */
export interface SizedFunction {
  readonly name: string;
  readonly address: number;
  readonly size: number;
}

/** Whether a range that begins at 0 is that of the function which is there: by a symbol's name, and its size in bytes. */
export function firstFunction(debug: DebugInfo, symbols: readonly SizedFunction[]) {
  const first = symbols.filter(({ address }) => address === 0);
  return (origin: EntryId, range: CodeRange): boolean => {
    const name = first.find(({ size }) => size === range.end)?.name;
    return (
      name !== undefined && name === (debug.text(origin, AT.linkage_name) ?? debug.text(origin, AT.name))
    );
  };
}

/** Origins of functions that had code of their own, all of which begins at 0. Of a linked image. */
export function functionsAtZero(debug: DebugInfo): ReadonlySet<EntryId> {
  const { entries } = debug;
  const found = new Set<EntryId>();
  for (let entry = 0; entry < entries.count; entry++) {
    if (entries.tags[entry] !== TAG.subprogram) continue;
    const ranges = debug.ranges(entry);
    if (ranges.length > 0 && ranges.every(({ start }) => start === 0)) found.add(originOf(debug, entry));
  }
  return found;
}

/**
 * What questions are answered from: all units put together, brought up to date when they changed; while units are read, no
 * more often than answering can afford.
 */
import type { MemoryIndex } from "../memory/memory-index.js";
import { type MergedFacts, mergeFacts } from "./merged-facts.js";

export interface MergedView {
  parts(): readonly MergedFacts[];
  /** So that the next answer has less to do. */
  warm(): void;
  /** Not both in memory at once, nor beside a unit that is read. */
  dropOutdated(): void;
}

/** `pause`: milliseconds for which an outdated one will do. `root`: the project's folder. */
export function createMergedView(index: MemoryIndex, pause: () => number, root?: string): MergedView {
  let merged:
    | { readonly version: number; readonly time: number; readonly parts: readonly MergedFacts[] }
    | undefined;
  const dropOutdated = () => {
    if (merged === undefined || merged.version === index.version) return;
    if (Date.now() - merged.time > pause()) merged = undefined;
  };
  const parts = () => {
    dropOutdated();
    merged ??= { version: index.version, parts: mergeFacts(index, root), time: Date.now() };
    return merged.parts;
  };
  return {
    parts,
    warm() {
      for (const part of parts()) part.prepare();
    },
    dropOutdated,
  };
}

/** Tells listeners which files may look different now; what comes close together is told together. */
import type { UnitResult } from "./unit-result.js";

/** Finished units of the background pass are announced together. */
const ANNOUNCE_MS = 100;

export interface Announcements {
  /** `now`: with everything that waits, before this returns. */
  announce(paths: Iterable<string>, now: boolean): void;
  /** The first listener is told what happened before. */
  listen(listener: (paths: readonly string[]) => void): void;
  dispose(): void;
}

export function createAnnouncements(): Announcements {
  const listeners: ((paths: readonly string[]) => void)[] = [];
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (listeners.length === 0) return;
    const paths = [...waiting];
    waiting.clear();
    if (paths.length > 0) for (const listener of listeners) listener(paths);
  };
  const announce = (paths: Iterable<string>, now: boolean) => {
    for (const path of paths) waiting.add(path);
    if (now) flush();
    else timer ??= setTimeout(flush, ANNOUNCE_MS);
  };
  return {
    announce,
    listen(listener) {
      listeners.push(listener);
      announce([], false);
    },
    dispose: () => clearTimeout(timer),
  };
}

/** Files whose markers or lists may look different now that `path` has another result. */
export function affectedFiles(path: string, before: UnitResult | undefined, after: UnitResult): Set<string> {
  const files = new Set([path]);
  for (const { effects, problems } of [before ?? { effects: [], problems: [] }, after]) {
    for (const effect of effects) files.add(effect.target.file).add(effect.origin.file);
    for (const { range } of problems) if (range !== undefined) files.add(range.file);
  }
  return files;
}

/**
 * How many lines files have. A kernel has tens of thousands: they are read a few at a time, off the event loop, without
 * being kept, and again only when the file changed. Open documents count as they are in the editor.
 */
import { stat } from "node:fs/promises";
import { readRegularSoon } from "@weft/weaver-bridge/kernel-build";
import { isRefusal } from "@weft/weaver-bridge/model";
import type { Documents } from "./documents.js";

export interface LineCounts {
  /** 0 for files that can't be read. In the order of `paths`. */
  count(paths: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

const AT_ONCE = 32;

export function createLineCounts(documents: Documents): LineCounts {
  const known = new Map<string, { readonly stamp: string; readonly lines: number }>();
  const onDisk = async (path: string): Promise<number> => {
    try {
      const { mtimeMs, size, ino } = await stat(path);
      const stamp = `${mtimeMs}:${size}:${ino}`;
      const before = known.get(path);
      if (before?.stamp === stamp) return before.lines;
      const lines = linesOf(await readRegularSoon(path));
      known.set(path, { stamp, lines });
      return lines;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      known.delete(path);
      return 0;
    }
  };
  return {
    async count(paths) {
      const counts = new Map(paths.map((path) => [path, 0]));
      let next = 0;
      const work = async () => {
        for (let path = paths[next++]; path !== undefined; path = paths[next++])
          counts.set(path, documents.openText(path)?.lines.lineCount ?? (await onDisk(path)));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return counts;
    },
  };
}

/** As an editor counts: the end of the last line begins one more. */
function linesOf(bytes: Buffer): number {
  let lines = 1;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
}

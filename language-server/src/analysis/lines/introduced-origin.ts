/** From the name of an introduced member back to the slice that has it. */
import { slicesIn } from "@weft/weaver-bridge/pointcut";
import type { Range } from "../../protocol/index.js";
import type { Snapshot } from "../../workspace/index.js";

export interface SlicePlace {
  readonly path: string;
  readonly range: Range;
}

/** The first place in a slice where the name stands as a word. */
export function introducedOrigin(snapshot: Snapshot, name: string): SlicePlace | undefined {
  for (const { file, source } of snapshot.aspects) {
    for (const { members } of slicesIn(file)) {
      if (members === undefined) continue;
      const at = file.text.slice(members.start, members.end).search(new RegExp(`(?<!\\w)${name}(?!\\w)`));
      if (at === -1) continue;
      const start = source.bytes.toUtf16(members.start + at);
      return { path: source.path, range: source.lines.rangeBetween(start, start + name.length) };
    }
  }
  return undefined;
}

/** What files with slices include: introduced members need the types in there. */
import { dirname } from "node:path";
import type { Snapshot } from "../workspace/index.js";

export interface SliceIncludes {
  /** `#include "types.h"`, aspect files left out. */
  readonly lines: readonly string[];
  /** Where names in quotes are looked for first. */
  readonly folders: readonly string[];
}

export function sliceIncludes(snapshot: Snapshot): SliceIncludes {
  const slicing = snapshot.aspects.filter(
    ({ file }) =>
      (file.slices ?? []).length > 0 ||
      file.aspects.some(({ introductions = [] }) => introductions.length > 0),
  );
  const lines = slicing.flatMap(({ file }) =>
    file.prelude.flatMap(({ start, end }) =>
      [...file.text.slice(start, end).matchAll(/^[ \t]*#[ \t]*include[ \t]*["<][^"<>\n]+[">]/gm)]
        .map(([line]) => line.trim())
        .filter((line) => !/\.ah[">]$/.test(line)),
    ),
  );
  return {
    lines: [...new Set(lines)],
    folders: [...new Set(slicing.map(({ source }) => dirname(source.path)))],
  };
}

/** What files with slices include: introduced members need the types in there. */
import { dirname } from "node:path";
import type { AspectFile } from "@weft/weaver-bridge/model";
import { preludeIncludes, slicesIn } from "@weft/weaver-bridge/pointcut";
import type { Snapshot } from "../../workspace/index.js";

export interface SliceIncludes {
  /** `#include "types.h"`, aspect files left out. */
  readonly lines: readonly string[];
  /** Where names in quotes are looked for first. */
  readonly folders: readonly string[];
}

export function sliceIncludes(snapshot: Snapshot): SliceIncludes {
  const slicing = snapshot.aspects.filter(({ file }) => slicesIn(file).length > 0 || introduces(file));
  const lines = slicing.flatMap(({ file }) =>
    preludeIncludes(file).flatMap(({ name, isAspectFile }) => (isAspectFile ? [] : [`#include ${name}`])),
  );
  return {
    lines: [...new Set(lines)],
    folders: [...new Set(slicing.map(({ source }) => dirname(source.path)))],
  };
}

function introduces({ aspects }: AspectFile): boolean {
  return aspects.some(({ introductions = [] }) => introductions.length > 0);
}

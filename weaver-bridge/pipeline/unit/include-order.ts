/** Aspect files in the order that their text needs: what a file includes and what its aspects derive from comes first. */
import { basename } from "node:path";
import type { AspectFile } from "../../model/index.js";
import { introduces, plainName, preludeIncludes } from "../../pointcut/index.js";

/**
 * Files with introductions first, since the preprocessor puts a header that several files include into the first of them,
 * and classes with new members need it before all else. Otherwise as given; a file in a circle stays where it was reached.
 */
export function inIncludeOrder(files: readonly AspectFile[]): readonly AspectFile[] {
  const byName = new Map(files.map((file) => [basename(file.file), file]));
  const byAspect = new Map(files.flatMap((file) => file.aspects.map(({ name }) => [plainName(name), file])));
  const ordered = new Set<AspectFile>();
  const reached = new Set<AspectFile>();
  const place = (file: AspectFile): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const needed of [...includedBy(file, byName), ...basesOf(file, byAspect)]) place(needed);
    ordered.add(file);
  };
  for (const file of [...files.filter(introduces), ...files]) place(file);
  const sorted = [...ordered];
  return sorted.every((file, index) => files[index] === file) ? files : sorted;
}

function includedBy(file: AspectFile, byName: ReadonlyMap<string, AspectFile>): AspectFile[] {
  return preludeIncludes(file).flatMap(({ name }) => byName.get(basename(name.slice(1, -1))) ?? []);
}

function basesOf({ aspects }: AspectFile, byAspect: ReadonlyMap<string, AspectFile>): AspectFile[] {
  return aspects.flatMap(({ bases }) => bases.flatMap((name) => byAspect.get(plainName(name)) ?? []));
}

/** Which files belong to a project that is given as folders, as ag++ has them. */
import { realpathSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { globSync } from "tinyglobby";
import type { IncludeSearch } from "../../kernel-build/index.js";
import { unlessRefused } from "../../model/index.js";

export interface AgxxProject {
  readonly folders: readonly string[];
  readonly aspectFiles: readonly string[];
  readonly isProjectFile: (file: string) => boolean;
  /** Where files that others include are looked for. */
  readonly search: IncludeSearch;
}

/** Absolute names of the files with one of the extensions under the folders, sorted, each once. */
export function filesOf(
  folders: readonly string[],
  extensions: readonly string[],
  directory: string,
): string[] {
  const found = folders.flatMap((folder) =>
    globSync(
      extensions.map((extension) => `**/*.${extension}`),
      { cwd: resolve(directory, folder), absolute: true, dot: false, followSymbolicLinks: false },
    ),
  );
  return [...new Set(found.map((file) => resolve(file)))].sort();
}

/** Is a file, named as in the unit's line markers, inside one of the folders? */
export function projectPredicate(folders: readonly string[], directory: string): (file: string) => boolean {
  const roots = folders.map((folder) => realOf(resolve(directory, folder)));
  const known = new Map<string, boolean>();
  return (file) => {
    let inside = known.get(file);
    if (inside === undefined) {
      const path = realOf(resolve(directory, file));
      inside = roots.some((root) => isUnder(root, path));
      known.set(file, inside);
    }
    return inside;
  };
}

function isUnder(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`));
}

function realOf(path: string): string {
  return unlessRefused(() => realpathSync.native(path)) ?? path;
}

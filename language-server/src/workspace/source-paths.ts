/** Sources and headers of the projects, by name; found anew each turn of the event loop: they may have come or gone. */
import { globFiles } from "@weft/weaver-bridge/kernel-build";
import { isHeaderPath, isSourcePath } from "./projects/file-commands.js";
import type { ProjectState } from "./projects/project-set.js";
import type { Documents } from "./texts/documents.js";

/** Lenses and effects of one file ask for each operation in it. */
export function createSourcePaths(
  documents: Documents,
  projects: () => readonly ProjectState[],
): () => string[] {
  return oncePerTurn(() => sourceFiles(documents, projects()));
}

function oncePerTurn<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    if (known === undefined) {
      known = { value: compute() };
      setImmediate(() => {
        known = undefined;
      });
    }
    return known.value;
  };
}

function sourceFiles(documents: Documents, projects: readonly ProjectState[]): string[] {
  const listed = projects.flatMap(({ root, declared, units }) => [
    ...units.keys(),
    ...(declared ? globFiles(root, ["**/*.{c,h,cc,cpp,cxx,hh,hpp}"]) : []),
  ]);
  const open = documents
    .all()
    .flatMap(({ path }) => (isSourcePath(path) || isHeaderPath(path) ? [path] : []));
  return [...new Set([...listed, ...open])];
}

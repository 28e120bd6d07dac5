/**
 * A temporary copy of a project in which some files are changed: folders are real, files are links to the originals, and
 * what is changed is written. Folders beside the project are links too, so `-I../include` leads where it led.
 */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { removeTemporary, temporaryFolder } from "../kernel-build/index.js";
import { unlessRefused } from "../model/index.js";

export interface ShadowTree {
  /** Where the copy has what stands at an absolute path; paths outside of the copy stay. */
  pathOf(path: string): string;
  /** Begins every path in the copy; what follows is the original path. */
  readonly prefix: string;
  dispose(): void;
}

const SKIPPED = new Set([".git", ".weft", "node_modules"]);

/** `changed`: absolute paths and latin1 texts. Throws the system's error and leaves nothing. */
export function createShadowTree(root: string, changed: ReadonlyMap<string, string>): ShadowTree {
  const top = commonFolder([root, ...[...changed.keys()].map((file) => dirname(file))]);
  const prefix = temporaryFolder("weft-proof-");
  const dispose = () => removeTemporary(prefix);
  try {
    linkBeside(prefix, top);
    linkInside(prefix, top, changed);
    for (const [file, text] of changed) {
      mkdirSync(dirname(prefix + file), { recursive: true });
      writeFileSync(prefix + file, text, "latin1");
    }
  } catch (error) {
    dispose();
    throw error;
  }
  return {
    pathOf: (path) => (path === top || path.startsWith(top + sep) ? prefix + path : path),
    prefix,
    dispose,
  };
}

function commonFolder(folders: readonly string[]): string {
  const [first = "/"] = folders;
  let top = first;
  while (!folders.every((folder) => folder === top || folder.startsWith(top === "/" ? top : top + sep)))
    top = dirname(top);
  return resolve(top);
}

/** The project itself where nothing is changed. */
export function createSourceTree(root: string, changed: ReadonlyMap<string, string>): ShadowTree {
  return changed.size > 0
    ? createShadowTree(root, changed)
    : { pathOf: (path) => path, prefix: "", dispose: () => {} };
}

/** In the words of the project, not of the copy. */
export function withoutPrefix(text: string, { prefix }: ShadowTree): string {
  return prefix === "" ? text : text.replaceAll(prefix, "");
}

/** From the root of the file system down to `top`, everything but that way itself as links. */
function linkBeside(prefix: string, top: string): void {
  let folder = "/";
  for (const part of relative("/", top).split(sep).filter(Boolean)) {
    mkdirSync(prefix + folder, { recursive: true });
    for (const entry of entriesOf(folder))
      if (entry.name !== part) symlinkSync(join(folder, entry.name), join(prefix + folder, entry.name));
    folder = join(folder, part);
  }
}

function linkInside(prefix: string, folder: string, changed: ReadonlyMap<string, string>): void {
  mkdirSync(prefix + folder, { recursive: true });
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (SKIPPED.has(entry.name) || changed.has(path)) continue;
    if (entry.isDirectory()) linkInside(prefix, path, changed);
    else symlinkSync(path, prefix + path);
  }
}

/** A folder that may not be read is empty: a compiler can't read it either. */
function entriesOf(folder: string) {
  return unlessRefused(() => readdirSync(folder, { withFileTypes: true })) ?? [];
}

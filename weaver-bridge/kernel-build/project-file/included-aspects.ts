/**
 * The aspect files that others include: AspectC++ weaves what stands in them as if they had been named. Files are read as
 * they are written, so conditions around an `#include` are not asked.
 */
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { includesIn } from "../../model/index.js";
import { readLatin1 } from "../files/read-regular.js";

export interface IncludeSearch {
  /** Absolute folders in which names are searched that don't stand beside the including file. */
  readonly folders?: readonly string[];
  /** Which headers are read on; without it, only aspect files are. */
  readonly follows?: (file: string) => boolean;
}

/** Absolute names, in the order found; `first` are absolute and left out. */
export function aspectsIncludedBy(first: readonly string[], search?: IncludeSearch): string[] {
  return filesIncludedBy(first, search).filter(isAspectFile);
}

/** Aspect files and what is followed, else as {@link aspectsIncludedBy}. */
export function filesIncludedBy(first: readonly string[], search: IncludeSearch = {}): string[] {
  const { folders = [], follows = () => false } = search;
  const reached = new Set(first);
  for (const file of reached)
    for (const { path, isQuoted } of includesIn(textOf(file))) {
      const near = isQuoted ? [dirname(file)] : [];
      const found = [...near, ...folders].map((folder) => resolve(folder, path)).find(existsSync);
      if (found !== undefined && (isAspectFile(found) || follows(found))) reached.add(found);
    }
  return [...reached].slice(first.length);
}

/** The files and those that they include. */
export function withIncludedAspects(files: readonly string[], search?: IncludeSearch): string[] {
  return [...files, ...aspectsIncludedBy(files, search)];
}

const isAspectFile = (file: string) => file.endsWith(".ah");

/** Who weaves a file says why it can't be read. */
function textOf(file: string): string {
  return readLatin1(file) ?? "";
}

/**
 * Files that are open and not saved, as units see them that include them: which texts an analysis takes instead of the
 * disk's, and which units have seen another text than the one in the editor.
 */

import { isAspectPath } from "../snapshot.js";
import type { Documents, SourceText } from "./documents.js";

export interface UnsavedFiles {
  /** Those that an analysis of the unit takes now. */
  texts(unit: string): readonly SourceText[];
  /** The same, remembered: the analysis starts whose result is kept. */
  take(unit: string): readonly SourceText[];
  /** True when the unit would now be analysed with another text of one of these files. */
  isOutdated(unit: string, files: Iterable<string>): boolean;
  /** True when the last analysis took the file's unsaved text, and it is now that of the disk. */
  hasSeen(unit: string, path: string): boolean;
  forget(unit: string): void;
}

/** `isOwned`: what a contributor's own files say reaches units in other ways. */
export function createUnsavedFiles(documents: Documents, isOwned: (path: string) => boolean): UnsavedFiles {
  const isIncludable = (path: string) => !isAspectPath(path) && !isOwned(path);
  /** By unit: the texts that its last analysis took, by path. */
  const taken = new Map<string, ReadonlyMap<string, string>>();
  const texts = (unit: string) =>
    documents
      .all()
      .filter(({ path, text }) => path !== unit && isIncludable(path) && isUnsaved(documents, path, text));
  return {
    texts,
    take(unit) {
      const unsaved = texts(unit);
      taken.set(unit, new Map(unsaved.map(({ path, text }) => [path, text])));
      return unsaved;
    },
    isOutdated(unit, files) {
      const seen = taken.get(unit);
      for (const path of files) {
        if (path === unit || !isIncludable(path)) continue;
        const before = seen?.get(path);
        const open = documents.openText(path)?.text;
        if (before === undefined && open === undefined) continue;
        const onDisk = documents.readDisk(path)?.text;
        if ((before ?? onDisk) !== (open ?? onDisk)) return true;
      }
      return false;
    },
    hasSeen(unit, path) {
      const seen = taken.get(unit)?.get(path);
      return seen !== undefined && seen === documents.readDisk(path)?.text;
    },
    forget: (unit) => void taken.delete(unit),
  };
}

/** A file that was never saved can't be found by a compiler. */
function isUnsaved(documents: Documents, path: string, text: string): boolean {
  const onDisk = documents.readDisk(path);
  return onDisk !== undefined && onDisk.text !== text;
}

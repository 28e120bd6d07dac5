/** Which units read a file: as their results tell, and of a large project as its index does. */

import { isIndexResult } from "../searches/index-result.js";
import type { ProjectIndexes } from "../searches/project-index.js";
import type { Documents } from "../texts/documents.js";
import type { UnsavedFiles } from "../texts/unsaved-files.js";
import type { UnitKeeper } from "./unit-keeper.js";

/** Pause in typing in a header after which units that include it are analysed: open ones, and closed ones. */
const OPEN_PAUSE_MS = 20;
const CLOSED_PAUSE_MS = 400;

export interface Includers {
  /** All that are known, sorted. */
  of(path: string): readonly string[];
  /** The unit that stands for the file. */
  first(path: string): string | undefined;
  /** Units read the file as it is in the editor: open ones soon, the others when typing pauses. */
  textChanged(path: string): void;
  /** Units that read the file as it was on disk are analysed again. */
  changedOnDisk(path: string): void;
}

export function createIncluders(
  units: UnitKeeper,
  indexes: Pick<ProjectIndexes, "includerOf">,
  documents: Documents,
  unsaved: UnsavedFiles,
): Includers {
  const known = (path: string) =>
    [...units.results].flatMap(([unit, { files }]) =>
      files.has(path) && !isIndexResult(unit) ? [unit] : [],
    );
  return {
    of(path) {
      const told = indexes.includerOf(path);
      return [...new Set([...known(path), ...(told === undefined ? [] : [told])])].sort();
    },
    first: (path) => known(path)[0] ?? indexes.includerOf(path),
    textChanged(path) {
      const including = known(path);
      for (const unit of including)
        if (unsaved.isOutdated(unit, [path]))
          units.analyse(unit, documents.openText(unit) === undefined ? CLOSED_PAUSE_MS : OPEN_PAUSE_MS);
      // Of a large project one unit tells what is new in the header itself.
      const told = including.length === 0 ? indexes.includerOf(path) : undefined;
      if (told !== undefined && unsaved.isOutdated(told, [path])) units.analyse(told, CLOSED_PAUSE_MS);
    },
    changedOnDisk(path) {
      for (const unit of known(path)) if (units.isReadFromDisk(unit, path)) units.analyse(unit);
    },
  };
}

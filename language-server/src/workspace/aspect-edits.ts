/**
 * What an edit of an aspect file asks for: where pointcuts or slices changed, every unit of the project may be matched
 * differently; where bodies alone did, the units that they are woven into are confirmed when typing pauses.
 */

import { createBodyEdits } from "./projects/body-edits.js";
import { isSourcePath } from "./projects/file-commands.js";
import { matchingKey } from "./projects/matching-key.js";
import type { ProjectState } from "./projects/project-set.js";
import type { ProjectTable } from "./projects/project-table.js";
import { isIndexResult } from "./searches/index-result.js";
import type { ProjectIndexes } from "./searches/project-index.js";
import type { Documents } from "./texts/documents.js";
import type { UnitKeeper } from "./units/unit-keeper.js";

/** Pause in typing in an aspect after which units are analysed. */
const PAUSE_MS = 80;

export interface AspectEdits {
  /** Units are analysed with the project's aspects as they are now; whether these select otherwise than before. */
  seen(project: ProjectState): boolean;
  edited(project: ProjectState): void;
  dispose(): void;
}

export function createAspectEdits(
  projects: ProjectTable,
  documents: Documents,
  units: UnitKeeper,
  indexes: ProjectIndexes,
): AspectEdits {
  const keys = new Map<string, string>();
  const bodies = createBodyEdits({
    aspectsOf(root) {
      const project = projects.known(root);
      return project === undefined ? [] : projects.filesOf(project);
    },
    confirm(root, advice) {
      const project = projects.known(root);
      if (project === undefined) return;
      const woven = [...units.results].flatMap(([unit, { shapes }]) =>
        !isIndexResult(unit) && advice.some((key) => shapes.has(key)) ? [unit] : [],
      );
      units.confirmations.confirm([...new Set([...woven, ...indexes.unitsWith(project, advice)])]);
    },
  });
  const seen = (project: ProjectState, key = matchingKey(projects.aspectsOf(project))) => {
    const isMatchedAnew = keys.get(project.root) !== key;
    keys.set(project.root, key);
    bodies.seen(project.root);
    return isMatchedAnew;
  };
  const matchAgain = (project: ProjectState) => {
    const open = documents
      .all()
      .flatMap(({ path }) => (isSourcePath(path) && projects.at(path) === project ? [path] : []));
    const isIndexed = indexes.isIndexed(project);
    // Closed units are told about by the index until, where that is needed, they are analysed again.
    if (isIndexed)
      for (const unit of project.units.keys()) if (documents.openText(unit) === undefined) units.forget(unit);
    for (const unit of isIndexed ? open : new Set([...open, ...project.units.keys()]))
      units.analyse(unit, PAUSE_MS);
    if (isIndexed) indexes.refresh(project, PAUSE_MS);
  };
  return {
    seen: (project) => seen(project),
    edited(project) {
      const key = matchingKey(projects.aspectsOf(project));
      if (keys.get(project.root) === key) return bodies.edited(project.root);
      seen(project, key);
      matchAgain(project);
    },
    dispose: bodies.dispose,
  };
}

/** What changes of texts, in the editor or on disk, set going. */
import { weaveMapFile, withIncludedAspects } from "@weft/weaver-bridge/kernel-build";
import type { Announcements } from "./announcements.js";
import type { AspectEdits } from "./aspect-edits.js";
import type { ContributionSet } from "./contributions/contribution-set.js";
import { isSourcePath } from "./projects/file-commands.js";
import { projectRootOf } from "./projects/project-set.js";
import type { ProjectTable } from "./projects/project-table.js";
import type { ProjectIndexes } from "./searches/project-index.js";
import { isAspectPath } from "./snapshot.js";
import type { DiskChanges } from "./texts/disk-changes.js";
import type { Documents } from "./texts/documents.js";
import type { Includers } from "./units/includers.js";
import type { UnitKeeper } from "./units/unit-keeper.js";
import type { Workspace } from "./workspace.js";

export interface TextChangeParts {
  readonly folder: string | undefined;
  readonly documents: Documents;
  readonly projects: ProjectTable;
  readonly units: UnitKeeper;
  readonly includers: Includers;
  readonly indexes: ProjectIndexes;
  readonly aspectEdits: AspectEdits;
  readonly contributions: ContributionSet;
  readonly diskChanges: DiskChanges;
  readonly announce: Announcements["announce"];
  /** What was found in texts may be outdated. */
  readonly onChange: () => void;
  /** The project was built. */
  readonly onBuild: (root: string) => void;
}

export function createTextChanges(
  parts: TextChangeParts,
): Pick<Workspace, "documentChanged" | "filesChanged"> {
  const { documents, projects, units, includers, contributions, announce } = parts;
  const aspectChanged = (path: string) => {
    const project = projects.at(path);
    announce([path], true);
    contributions.resultsSettled();
    parts.aspectEdits.edited(project);
  };
  const codeChanged = (path: string) => {
    const isOpen = documents.openText(path) !== undefined;
    if (!isSourcePath(path)) {
      // Its project is read.
      if (isOpen) projects.at(path);
    } else if (projects.unitAt(path) === undefined) units.forget(path);
    else units.edited(path);
    includers.textChanged(path);
    announce([path], false);
  };
  const contributorsTold = (paths: readonly string[]) => {
    const told = [...paths.filter(contributions.isOwned), ...contributions.textsChanged(paths)];
    if (told.length > 0) announce(told, true);
  };
  return {
    documentChanged(path) {
      parts.onChange();
      if (contributions.isOwned(path)) projects.at(path);
      contributorsTold([path]);
      if ((documents.openText(path)?.version ?? 1) === 1) parts.indexes.openFilesChanged();
      else parts.indexes.typed();
      if (isAspectPath(path)) aspectChanged(path);
      else if (!contributions.isOwned(path)) codeChanged(path);
    },
    filesChanged(paths) {
      parts.onChange();
      const roots = paths
        .filter((path) => saysWhatBelongs(path, parts))
        .map((path) => projectRootOf(path, parts.folder));
      for (const root of new Set(roots)) projects.load(root);
      for (const { root } of projects.all()) if (paths.includes(weaveMapFile({ root }))) parts.onBuild(root);
      parts.indexes.filesChanged(paths);
      parts.diskChanges.changed(paths);
      contributorsTold(paths);
      for (const path of paths)
        if (isAspectPath(path)) aspectChanged(path);
        else if (!contributions.isOwned(path)) includers.changedOnDisk(path);
    },
  };
}

/** Another list of units, aspects or files of contributors may come of it. */
function saysWhatBelongs(path: string, { projects, contributions }: TextChangeParts): boolean {
  return (
    // A build tells how units are compiled.
    /(^|\/)((weft|compile_commands|weave-map)\.json|compile_flags\.txt)$/.test(path) ||
    (isAspectPath(path) && bringsAspects(projects, path)) ||
    contributions.isListed(path)
  );
}

/** A new aspect file, or one that includes a new one. */
function bringsAspects(projects: ProjectTable, path: string): boolean {
  const { aspects, declared } = projects.at(path);
  const files = declared ? withIncludedAspects([path]) : [path];
  return files.some((file) => !aspects.includes(file));
}

/** The unit around a file: how it is compiled, and everything that is in it. */

import { fileCommand, headerCommand } from "../projects/file-commands.js";
import type { ProjectTable } from "../projects/project-table.js";
import type { LastBuild } from "../reports/last-build.js";
import type { Documents } from "../texts/documents.js";
import type { UnsavedFiles } from "../texts/unsaved-files.js";
import type { Workspace } from "../workspace.js";
import type { Includers } from "./includers.js";
import type { UnitAnalyser } from "./unit-analyser.js";

export interface WholeUnitParts {
  readonly projects: ProjectTable;
  readonly documents: Documents;
  readonly unsaved: UnsavedFiles;
  readonly lastBuild: LastBuild;
  readonly analyser: UnitAnalyser;
  readonly includers: Includers;
}

export function createWholeUnits(parts: WholeUnitParts): Pick<Workspace, "unitFacts" | "commandFor"> {
  const { projects, documents, unsaved, lastBuild, analyser, includers } = parts;
  const { unitAt } = projects;
  const including = (path: string) => {
    const includer = includers.first(path);
    return includer === undefined ? undefined : unitAt(includer);
  };
  return {
    async unitFacts(path, signal) {
      const unit = unitAt(path) ?? including(path);
      if (unit === undefined) return undefined;
      return analyser.whole({
        unit,
        aspects: projects.filesOf(projects.at(unit.path)),
        document: documents.openText(unit.path),
        unsaved: unsaved.texts(unit.path),
        leftOut: lastBuild.leftOutOf(unit.path),
        signal,
      });
    },
    commandFor(path) {
      const unit = unitAt(path);
      if (unit !== undefined) return fileCommand(unit);
      const around = including(path);
      return around === undefined ? fileCommand(projects.unnamedUnit(path)) : headerCommand(around, path);
    },
  };
}

/** The projects that the server knows, with their aspect files as they are in the editor; which file belongs to which. */
import type { AspectFile } from "@weft/weaver-bridge/model";
import { type AspectDocument, isAspectPath } from "../snapshot.js";
import type { Documents } from "../texts/documents.js";
import { createAspectSet } from "./aspect-set.js";
import { isSourcePath } from "./file-commands.js";
import { foundUnit } from "./found-unit.js";
import {
  guessedUnit,
  type ProjectState,
  projectRootOf,
  readProject,
  type UnitCommand,
} from "./project-set.js";

export interface ProjectTable {
  all(): readonly ProjectState[];
  /** The project that names the file wherever it lies (a kernel built outside of its tree), else the one around it. */
  at(path: string): ProjectState;
  /** Undefined where nothing was loaded yet. */
  known(root: string): ProjectState | undefined;
  withRoot(root: string): ProjectState;
  /** Reads the project from disk, again if it is known. */
  load(root: string): ProjectState;
  unitAt(path: string): UnitCommand | undefined;
  /** Of a file that no project names: by what stands beside or above it where the folder is trusted, else a guess. */
  unnamedUnit(path: string): UnitCommand;
  aspectPaths(project: ProjectState): string[];
  aspectsOf(project: ProjectState): readonly AspectDocument[];
  /** The same array for the same files: matching links them once for all units. */
  filesOf(project: ProjectState): readonly AspectFile[];
  /** Open aspect files, of any project. */
  openAspects(): readonly AspectDocument[];
}

export interface ProjectTableOptions {
  readonly folder: string | undefined;
  readonly trusted: boolean;
  readonly documents: Documents;
  readonly loaded: (project: ProjectState, before: ProjectState | undefined) => void;
}

export function createProjectTable(options: ProjectTableOptions): ProjectTable {
  const { folder, trusted, documents } = options;
  const aspectSet = createAspectSet(documents);
  const projects = new Map<string, ProjectState>();
  /** Until a project is read again. */
  const unnamed = new Map<string, UnitCommand>();
  const lastFiles = new Map<string, readonly AspectFile[]>();

  const load = (root: string): ProjectState => {
    const before = projects.get(root);
    const project = readProject(root, trusted, before);
    projects.set(root, project);
    unnamed.clear();
    options.loaded(project, before);
    return project;
  };
  const withRoot = (root: string) => projects.get(root) ?? load(root);
  const at = (path: string): ProjectState => {
    for (const project of projects.values())
      if (project.units.has(path) || project.aspects.includes(path)) return project;
    return withRoot(projectRootOf(path, folder));
  };
  const unnamedUnit = (path: string): UnitCommand => {
    const known = unnamed.get(path);
    if (known !== undefined) return known;
    const unit = (trusted ? foundUnit(path) : undefined) ?? guessedUnit(path);
    unnamed.set(path, unit);
    return unit;
  };
  const openAspectPaths = () => documents.all().flatMap(({ path }) => (isAspectPath(path) ? [path] : []));
  const aspectPaths = (project: ProjectState): string[] => {
    if (project.declared) return [...project.aspects];
    const open = openAspectPaths().filter((path) => projectRootOf(path, folder) === project.root);
    return [...new Set([...project.aspects, ...open])].sort();
  };
  const aspectsOf = (project: ProjectState) => aspectSet.read(aspectPaths(project));

  return {
    all: () => [...projects.values()],
    at,
    known: (root) => projects.get(root),
    withRoot,
    load,
    unitAt(path) {
      const known = at(path).units.get(path);
      if (known !== undefined) return known;
      return isSourcePath(path) && documents.openText(path) !== undefined ? unnamedUnit(path) : undefined;
    },
    unnamedUnit,
    aspectPaths,
    aspectsOf,
    filesOf(project) {
      const files = aspectsOf(project).map(({ file }) => file);
      const last = lastFiles.get(project.root);
      if (last?.length === files.length && last.every((file, index) => file === files[index])) return last;
      lastFiles.set(project.root, files);
      return files;
    },
    openAspects: () => aspectSet.read(openAspectPaths()),
  };
}

/** A project as it stands in a folder, in one of its configurations: units and aspects, ready to be analysed. */
import { resolve } from "node:path";
import {
  type CommandUnit,
  type CompileCommand,
  loadProject,
  type Project,
  projectCommands,
  unitOf,
} from "../kernel-build/index.js";
import type { AspectFile, Problem } from "../model/index.js";
import { loadAspects } from "../pipeline/index.js";

export interface ProjectUnit extends CommandUnit {
  /** Absolute. */
  readonly file: string;
  /** Folder of the project. */
  readonly root: string;
}

export interface ProjectSide {
  readonly project: Project;
  readonly units: readonly ProjectUnit[];
  readonly aspects: readonly AspectFile[];
  readonly problems: readonly Problem[];
}

export interface SideOptions {
  readonly configuration?: string | undefined;
  /** Where a path of a recorded command is found. */
  readonly pathOf?: ((path: string) => string) | undefined;
}

/** `side` is undefined when there is no project to speak of. */
export function projectSide(
  root: string,
  { configuration, pathOf = (path) => path }: SideOptions = {},
): { readonly side: ProjectSide | undefined; readonly problems: readonly Problem[] } {
  const loaded = loadProject(root, undefined, configuration);
  const project = loaded.value;
  if (project === undefined) return { side: undefined, problems: loaded.problems };
  const commands = projectCommands(project);
  const aspects = loadAspects(project.aspects, project.root, project);
  const problems = [...loaded.problems, ...commands.problems, ...aspects.problems];
  const units = commands.value.flatMap((command): ProjectUnit[] => unitsOf(command, root, pathOf));
  return { side: { project, units, aspects: aspects.files, problems }, problems };
}

function unitsOf(command: CompileCommand, root: string, pathOf: (path: string) => string): ProjectUnit[] {
  const unit = unitOf({
    arguments: command.arguments.map((word) => word.replace(/\/.*$/s, (path) => pathOf(path))),
    directory: pathOf(command.directory),
    file: pathOf(command.file),
  });
  return unit === undefined
    ? []
    : [{ ...unit, root, file: resolve(unit.command.directory, unit.input.path) }];
}

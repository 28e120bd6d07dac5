/** A project as it stands in a folder, in one of its configurations: units and aspects, ready to be analysed. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import {
  type CompileCommand,
  type CompilerCommand,
  type CompilerInput,
  loadProject,
  type Project,
  parseCompilerCommand,
  projectCommands,
  unitLanguage,
} from "../kernel-build/index.js";
import type { AspectFile, Problem } from "../model/index.js";
import { parseAspectFile, problemsBetween } from "../pointcut/index.js";
import { currentThreadFile } from "../weaver/index.js";

export interface ProjectUnit {
  readonly command: CompilerCommand;
  readonly input: CompilerInput;
  /** Absolute. */
  readonly file: string;
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
  readonly pathOf?: (path: string) => string;
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
  const aspects = readAspects(project);
  const problems = [...loaded.problems, ...commands.problems, ...aspects.problems];
  const units = commands.value.flatMap((command): ProjectUnit[] => unitsOf(command, pathOf));
  return { side: { project, units, aspects: aspects.files, problems }, problems };
}

function unitsOf(command: CompileCommand, pathOf: (path: string) => string): ProjectUnit[] {
  const words = command.arguments.map((word) => word.replace(/\/.*$/s, (path) => pathOf(path)));
  const parsed = parseCompilerCommand(words, pathOf(command.directory));
  const units = parsed.inputs.filter((input) => unitLanguage(input) !== undefined);
  const input = units.find(({ path }) => path === command.file) ?? units[0];
  if (input === undefined) return [];
  return [{ command: parsed, input, file: resolve(parsed.directory, input.path) }];
}

function readAspects({ aspects, currentThread, file }: Project): {
  files: AspectFile[];
  problems: Problem[];
} {
  const files = aspects.map((path) => parseAspectFile(path, readFileSync(path, "latin1")));
  if (currentThread !== undefined) {
    const { expression, struct, before } = currentThread;
    files.push(
      currentThreadFile(file, expression, {
        struct,
        ...(before === undefined ? {} : { beforeField: before }),
      }),
    );
  }
  return { files, problems: [...files.flatMap(({ problems }) => problems), ...problemsBetween(files)] };
}

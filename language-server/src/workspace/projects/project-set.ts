/**
 * Which project a file belongs to, and how its units are compiled. A project is the nearest folder with `weft.json`;
 * files without one form a loose project of their folder: its aspects, its compile_commands.json or default flags.
 * Loading runs nothing. In an untrusted workspace commands lose every option that could make the compiler run
 * something else, and the compiler is always the system's gcc.
 */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import {
  type CompileCommand,
  type CompilerCommand,
  type CompilerInput,
  findProjectRoot,
  globFiles,
  harmlessArguments,
  type IdlSection,
  loadProject,
  PROJECT_FILE,
  type Project,
  parseCompilerCommand,
  projectCommands,
  unitLanguage,
} from "@weft/weaver-bridge/kernel-build";
import type { Problem } from "@weft/weaver-bridge/model";

const DATABASE = "compile_commands.json";

export interface ProjectState {
  readonly root: string;
  /** False for a loose folder. */
  readonly declared: boolean;
  /** Absolute, in order of precedence. */
  readonly aspects: readonly string[];
  /** By absolute path of the main file. */
  readonly units: ReadonlyMap<string, UnitCommand>;
  /** Interfaces and how their stubs are made. */
  readonly idl: readonly IdlSection[];
  /** Files of declarations that builds specialize by, absolute. */
  readonly specializations: readonly string[];
  /** What functions do to the context that code runs in; see `kernelContext` in `weft.json`. */
  readonly kernelContext?: string | object;
  /** `weft.json` says how `cflow` counts where there are threads. */
  readonly knowsThreads?: boolean;
  /** What is wrong with the project's files. */
  readonly problems: readonly Problem[];
  /** What limits the answers, for the user. */
  readonly message?: string;
}

export interface UnitCommand {
  readonly path: string;
  /** Folder of the project whose unit it is: where files are named from. */
  readonly root?: string;
  readonly command: CompilerCommand;
  readonly input: CompilerInput;
  readonly guessed: boolean;
}

/** A unit of the project that was none, or had another command. */
export function isCompiledAnew(path: string, now: ProjectState, before: ProjectState): boolean {
  const unit = now.units.get(path);
  return unit !== undefined && JSON.stringify(unit) !== JSON.stringify(before.units.get(path));
}

/** Root of the project that the file belongs to; `folder` is the opened one. */
export function projectRootOf(path: string, folder: string | undefined): string {
  const declared = findProjectRoot(dirname(path));
  if (declared !== undefined) return declared;
  const inside = folder !== undefined && path.startsWith(join(folder, "/"));
  return inside ? folder : dirname(path);
}

/** Reads the project from disk. `before` is kept where `weft.json` can't be used now. Never throws. */
export function readProject(root: string, trusted: boolean, before?: ProjectState): ProjectState {
  if (!existsSync(join(root, PROJECT_FILE))) return looseProject(root, trusted);
  const loaded = loadProject(root);
  if (loaded.value === undefined) {
    const message = `${PROJECT_FILE} can't be used: ${loaded.problems[0]?.message ?? "it is broken"}`;
    const last = before?.declared === true ? before : { ...looseProject(root, trusted), declared: true };
    return { ...last, problems: loaded.problems, message };
  }
  const commands = projectCommands(loaded.value);
  const message = commands.value.length === 0 ? noUnitsMessage(loaded.value) : undefined;
  return {
    root,
    declared: true,
    aspects: loaded.value.aspects,
    units: unitsOf(commands.value, trusted, root),
    idl: loaded.value.idl,
    specializations: loaded.value.specializations,
    ...(loaded.value.kernelContext === undefined ? {} : { kernelContext: loaded.value.kernelContext }),
    knowsThreads: loaded.value.currentThread !== undefined || loaded.value.hasOneCounter,
    problems: [...loaded.problems, ...commands.problems],
    ...(message === undefined ? {} : { message }),
  };
}

/** A unit for a file that no project names: the system's gcc without options of its own. */
export function guessedUnit(path: string): UnitCommand {
  const command = parseCompilerCommand(["gcc", "-std=gnu17", "-c", path], dirname(path));
  return { path, command, input: command.inputs[0] ?? { path, language: "c" }, guessed: true };
}

/** By absolute path of the main file; empty where the database can't be used. Of a trusted folder: words are taken as they are. */
export function databaseUnits(root: string, database: string): ReadonlyMap<string, UnitCommand> {
  return unitsOf(projectCommands({ ...undeclared(root), commands: { database } }).value, true, root);
}

function undeclared(root: string): Project {
  const file = join(root, PROJECT_FILE);
  return {
    root,
    file,
    name: "",
    language: undefined,
    aspects: [],
    commands: { files: [] },
    build: undefined,
    run: undefined,
    live: undefined,
    tasks: undefined,
    panics: [],
    currentThread: undefined,
    hasOneCounter: false,
    configurations: [],
    configuration: undefined,
    kernelContext: undefined,
    idl: [],
    specializations: [],
  };
}

function looseProject(root: string, trusted: boolean): ProjectState {
  const commands = existsSync(join(root, DATABASE))
    ? projectCommands({ ...undeclared(root), commands: { database: DATABASE } }).value
    : [];
  return {
    root,
    declared: false,
    aspects: globFiles(root, ["*.ah", "*/*.ah"]),
    units: unitsOf(commands, trusted, root),
    idl: [],
    specializations: [],
    problems: [],
    message:
      commands.length > 0
        ? `There is no ${PROJECT_FILE}; commands come from ${DATABASE}`
        : `There is no ${PROJECT_FILE}: open files are compiled with default options. Create one in ${root} that names the units, their flags and the aspects`,
  };
}

function noUnitsMessage(project: Project): string {
  return project.commands === undefined
    ? 'No unit is known yet: build the project once with weft build, or give "commands" in weft.json'
    : `"commands" in ${PROJECT_FILE} names no unit`;
}

function unitsOf(
  commands: readonly CompileCommand[],
  trusted: boolean,
  root: string,
): ReadonlyMap<string, UnitCommand> {
  const units = new Map<string, UnitCommand>();
  for (const { directory, file, arguments: argv } of commands) {
    const command = parseCompilerCommand(trusted ? argv : harmlessArguments(argv, directory), directory);
    const path = resolve(directory, file);
    const inputs = command.inputs.filter((candidate) => unitLanguage(candidate) !== undefined);
    const input = inputs.find((candidate) => resolve(directory, candidate.path) === path) ?? inputs[0];
    if (input !== undefined) units.set(path, { path, root, command, input, guessed: false });
  }
  return units;
}

/**
 * What a query is about: a project's units, one of its files, or a single compiler command given after `--`; and the
 * aspects to ask about. What can't be found out is a problem that ends the command.
 */
import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import {
  type CommandUnit,
  findProjectRoot,
  foreignProject,
  harmlessArguments,
  harmlessCommand,
  isUntrusted,
  loadProject,
  PROJECT_FILE,
  type Project,
  parseCompilerCommand,
  projectCommands,
  unitLanguage,
  unitOf,
} from "../kernel-build/index.js";
import type { AspectFile, Problem } from "../model/index.js";
import { askedAspects } from "./asked-aspects.js";
import { sameFile } from "./source-files.js";

export interface TargetOptions {
  /** Folder or file; the working directory by default. */
  readonly path?: string | undefined;
  readonly aspects: readonly string[];
  readonly project?: string | undefined;
  /** Words after `--`. */
  readonly compiler: readonly string[];
  /** False: nothing that the project names is run; the system's gcc reads its units. */
  readonly run?: boolean;
  /** Absolute: others' units may be left out. */
  readonly sources?: ReadonlySet<string> | undefined;
}

export interface TargetUnit extends CommandUnit {
  /** Folder of the project whose unit it is. */
  readonly root?: string;
  /** Text instead of the file's, latin1. */
  readonly overlay?: string;
  /** See `hasOneCounter` of the project. */
  readonly knowsThreads?: boolean;
}

export interface Target {
  readonly project: Project | undefined;
  /** The file asked about, absolute. */
  readonly file: string | undefined;
  readonly aspects: readonly AspectFile[];
  readonly units: readonly TargetUnit[];
  readonly problems: readonly Problem[];
}

export function resolveTarget(options: TargetOptions): Target {
  const path = resolve(options.path ?? ".");
  const isFile = existsSync(path) && statSync(path).isFile();
  const start = options.project ?? (isFile ? dirname(path) : path);
  const isNamed = options.project !== undefined || options.compiler.length > 0;
  const root = isFile && !isNamed ? rootOfFile(path) : findProjectRoot(resolve(start));
  const problems: Problem[] = existsSync(path) ? [] : [missing(path)];
  const loaded = root === undefined ? undefined : loadProject(root);
  problems.push(...(loaded?.problems ?? []));
  if (loaded === undefined && options.compiler.length === 0 && problems.length === 0)
    problems.push(noProject(resolve(start)));
  const project = loaded?.value;
  const aspects = askedAspects(options.aspects, project);
  problems.push(...aspects.problems);
  const units = unitsOf(options, project, isFile ? path : undefined, problems);
  return { project, file: isFile ? path : undefined, aspects: aspects.files, units, problems };
}

/**
 * The project that a file is asked about in: that of its folder, or, for a source outside of it that the project of the
 * working directory compiles, that one (`../lib/string.c` of a kernel in `threads`).
 */
function rootOfFile(file: string): string | undefined {
  const own = findProjectRoot(dirname(file));
  const here = findProjectRoot(process.cwd());
  if (here === undefined || here === own) return own;
  return own === undefined || (!isUnitOf(own, file) && isUnitOf(here, file)) ? here : own;
}

function isUnitOf(root: string, file: string): boolean {
  const project = loadProject(root).value;
  if (project === undefined) return false;
  return projectCommands(project, new Set([file])).value.some((command) =>
    sameFile(resolve(command.directory, command.file), file),
  );
}

function unitsOf(
  options: TargetOptions,
  project: Project | undefined,
  file: string | undefined,
  problems: Problem[],
): TargetUnit[] {
  const runsNothing = options.run === false || isUntrusted();
  if (options.compiler.length > 0) {
    const cwd = process.cwd();
    const words = runsNothing ? harmlessArguments(options.compiler, cwd) : options.compiler;
    const command = parseCompilerCommand(words, cwd);
    const inputs = command.inputs.filter((input) => unitLanguage(input) !== undefined);
    if (inputs.length === 0) problems.push(nothingCompiled(options.compiler));
    return inputs.map((input) => ({ command, input }));
  }
  if (project === undefined) return [];
  const commands = projectCommands(project, options.sources);
  problems.push(...commands.problems);
  const trusted = runsNothing ? commands.value.map(harmlessCommand) : commands.value;
  const { root, hasOneCounter: knowsThreads } = project;
  const units = trusted.flatMap((command) => {
    const unit = unitOf(command);
    return unit === undefined ? [] : [{ ...unit, root, knowsThreads }];
  });
  if (units.length === 0 && commands.problems.length === 0) problems.push(notBuilt(project));
  if (file === undefined || !looksLikeUnit(file)) return units;
  const own = units.filter((unit) => sameFile(resolve(unit.command.directory, unit.input.path), file));
  if (own.length === 0 && units.length > 0) problems.push(notAUnit(file, project));
  return own;
}

function looksLikeUnit(file: string): boolean {
  return parseCompilerCommand(["cc", file], "/").inputs.some((input) => unitLanguage(input) !== undefined);
}

function missing(path: string): Problem {
  return {
    code: "cli/missing",
    severity: "error",
    message: `${path} does not exist`,
    hint: "Correct its name; it is taken relative to the working directory.",
  };
}

function nothingCompiled(compiler: readonly string[]): Problem {
  return {
    code: "cli/no-unit",
    severity: "error",
    message: `no C unit is compiled by: ${compiler.join(" ")}`,
    hint: "Give the whole command after --, for example: -- gcc -O2 -c unit.c",
  };
}

function noProject(path: string): Problem {
  return {
    code: "project/missing",
    severity: "error",
    message: `no ${PROJECT_FILE} in ${path} or above`,
    hint:
      foreignProject(path) ??
      "Name a project's folder, or give --aspects FILE and a compiler command after --.",
  };
}

function notBuilt(project: Project): Problem {
  return {
    code: "project/no-commands",
    severity: "error",
    message: `${project.name} has no compile commands yet`,
    hint: `Run weft build, which records them, or add "commands" to ${project.file}. What is built already, as by weft build --without-aspects, is built again with weft build --clean.`,
  };
}

function notAUnit(file: string, project: Project): Problem {
  return {
    code: "project/no-command",
    severity: "error",
    message: `no compile command of ${project.name} compiles ${file}`,
    hint: "Build the project so that weft cc records it, or give the compiler command after --.",
  };
}

/**
 * A project: the folder with `weft.json`. Finds it, reads it, checks it against its schema, and says at the exact place
 * what is wrong. Runs nothing: opening a project is safe, building it is not.
 */
import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Language, Problem, TaskTable } from "../../model/index.js";
import { globFiles, whyCut } from "../files/glob-files.js";
import { readRegular } from "../files/read-regular.js";
import { stateProblem } from "../files/state-folder.js";
import { withIncludedAspects } from "./included-aspects.js";
import { foreignProject, PROJECT_FILE } from "./project-root.js";
import { offsetRange, validateProject } from "./project-schema.js";

export interface Project {
  /** Absolute folder of `weft.json`. */
  readonly root: string;
  /** Absolute path of `weft.json`. */
  readonly file: string;
  readonly name: string;
  readonly language: Language | undefined;
  /** Absolute aspect files, in the order in which they are read. */
  readonly aspects: readonly string[];
  readonly commands: ProjectCommands | undefined;
  readonly build: BuildRecipe | undefined;
  readonly run: RunRecipe | undefined;
  readonly live: LiveRecipe | undefined;
  /** Undefined also where only an expression is given: then nobody knows where a thread's state could go. */
  readonly currentThread: ProjectThread | undefined;
  /** How the kernel keeps its tasks, for the debugger. */
  readonly tasks: TaskTable | undefined;
  /** Functions that the kernel calls when it can't go on: the debugger stops there. */
  readonly panics: readonly string[];
  /** `currentThread` is an expression alone: `cflow` has one counter for all threads, and the project knows it. */
  readonly hasOneCounter: boolean;
  /** Name of a shipped table of what functions do to the context of code, or such a table; unchecked without it. */
  readonly kernelContext: string | object | undefined;
  /** Interfaces whose stubs are generated before a build; empty without any. */
  readonly idl: readonly IdlSection[];
  /** Absolute files that say which functions are specialized, and to what. */
  readonly specializations: readonly string[];
  /** The variants of the kernel; empty when there is but one. */
  readonly configurations: readonly ProjectConfiguration[];
  /** Name of the configuration whose flags and aspects are in this project. */
  readonly configuration: string | undefined;
  /** The patterns behind `aspects` and `specializations`, relative to the root; absent where no `weft.json` was read. */
  readonly patterns?: readonly string[];
}

/** What a configuration adds to the project. */
export interface ProjectConfiguration {
  readonly name: string;
  readonly flags: readonly string[];
  /** Globs, relative to the root. */
  readonly aspects: readonly string[];
}

export interface ProjectThread {
  /** C expression, a pointer to the running thread. */
  readonly expression: string;
  readonly struct: string;
  /** Field before which state goes. */
  readonly before?: string;
  /** Functions with which another flow of control begins: the switch between threads, the kernel's first function. */
  readonly begins?: readonly string[];
}

export type ProjectCommands =
  | { readonly compiler?: string; readonly flags?: readonly string[]; readonly files: readonly string[] }
  /** `flags` are those of a configuration, added to every command. */
  | { readonly database: string; readonly flags?: readonly string[] }
  /** What the last build recorded, likewise. */
  | { readonly recorded: true; readonly flags?: readonly string[] };

/** Paths as written, relative to the root. */
export interface BuildRecipe {
  readonly prepare?: readonly string[];
  readonly make: readonly string[];
  readonly compiler?: string;
  /** What runs in place of programs that the build finds by name: `{"i686-elf-gcc": "gcc -m32"}`. */
  readonly programs?: Readonly<Record<string, string>>;
  readonly directory?: string;
  readonly finish?: readonly string[];
  readonly clean?: readonly string[];
  readonly image?: string;
  readonly symbols?: string;
  /** Folders in which modules of the kernel are built, beside the project and the kernel's own. */
  readonly modules?: readonly string[];
}

/** Paths as written, relative to the root. */
export interface RunRecipe {
  /** What QEMU is: `qemu-system-i386` by default. */
  readonly architecture?: "i386" | "x86_64";
  /** `uefi`, or an image of firmware; a BIOS by default. */
  readonly firmware?: string;
  /** One of these three is booted, in this order. */
  readonly kernel?: string;
  /** Raw images, in the order of their drives. */
  readonly disks?: readonly string[];
  readonly cdrom?: string;
  readonly initrd?: string;
  readonly append?: string;
  /** Megabytes. */
  readonly memory?: number;
  readonly arguments?: readonly string[];
  /** Seconds. */
  readonly deadline?: number;
  readonly success?: string;
  readonly failure?: string;
  /** Where a debug session without breakpoints stops first: a function, or `FILE:LINE`. */
  readonly stopAt?: string;
}

/** How a running kernel is woven into. */
export interface LiveRecipe {
  /** By an agent in the guest, and not by QEMU's debug stub. */
  readonly agent?: boolean;
  /** Where code may go. */
  readonly area?: { readonly symbol: string } | { readonly address: string; readonly size: number };
  /** Functions whose code the kernel patches itself. */
  readonly patched?: readonly string[];
}

/** Paths as written, relative to the root. */
export interface IdlSection {
  /** Globs. */
  readonly files: readonly string[];
  readonly kernel?: "v2" | "x0" | "v4";
  /** Folder of the outputs. */
  readonly out: string;
  readonly acf?: string;
  readonly include?: readonly string[];
  readonly defines?: readonly string[];
  /** Words of `weft idl`'s command line. */
  readonly options?: readonly string[];
}

export interface LoadedProject {
  /** Undefined when the file is missing or so broken that nothing can be used. */
  readonly value: Project | undefined;
  readonly problems: readonly Problem[];
}

/**
 * Loads `DIR/weft.json`, or another file of its form (absolute) for the same folder, in the named configuration or in the
 * project's own choice. Never throws.
 */
export function loadProject(directory: string, settings?: string, configuration?: string): LoadedProject {
  const root = resolve(directory);
  const file = settings ?? join(root, PROJECT_FILE);
  let text: string;
  try {
    // A pipe in a folder would keep us waiting for good.
    if (settings === undefined && !statSync(file).isFile()) throw new Error(`${file} is no regular file`);
    text = readRegular(file, "utf8").replace(/^\ufeff/, "");
  } catch (error) {
    return { value: undefined, problems: [unreadable(file, error as NodeJS.ErrnoException)] };
  }
  const errors: ParseError[] = [];
  const tree = isNestedDeeply(text) ? undefined : parseTree(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || tree === undefined)
    return { value: undefined, problems: [syntaxProblem(file, text, errors)] };
  const misplaced = stateProblem(root);
  const problems = [...validateProject(file, text, tree), ...(misplaced === undefined ? [] : [misplaced])];
  if (problems.length > 0) return { value: undefined, problems };
  return readProject({ root, file, text, tree, configuration });
}

interface ProjectText {
  readonly root: string;
  readonly file: string;
  readonly text: string;
  readonly tree: Node;
  /** Asked for; otherwise the file's own choice. */
  readonly configuration: string | undefined;
}

function readProject({ root, file, text, tree, configuration: asked }: ProjectText): LoadedProject {
  const data = getNodeValue(tree) as Omit<
    Partial<Project>,
    "configurations" | "aspects" | "specializations"
  > & {
    readonly name: string;
    readonly aspects?: readonly string[];
    readonly specializations?: readonly string[];
    readonly configurations?: Readonly<Record<string, Partial<ProjectConfiguration>>>;
  };
  const configurations = Object.entries(data.configurations ?? {}).map(
    ([name, { flags = [], aspects = [] }]) => ({ name, flags, aspects }),
  );
  const wanted = asked ?? data.configuration;
  const chosen = configurations.find(({ name }) => name === wanted);
  if (wanted !== undefined && chosen === undefined)
    return { value: undefined, problems: [noConfiguration(file, wanted, configurations)] };
  const { aspects: patterns = [], specializations = [] } = data;
  const value: Project = {
    root,
    file,
    name: data.name,
    language: data.language,
    aspects: withIncludedAspects(globFiles(root, [...patterns, ...(chosen?.aspects ?? [])])),
    // Recorded commands have the flags of the project's own choice already.
    commands:
      data.commands === undefined && asked === undefined
        ? undefined
        : withFlags(data.commands, chosen?.flags ?? []),
    build: data.build,
    run: data.run,
    live: data.live,
    currentThread: typeof data.currentThread === "object" ? data.currentThread : undefined,
    tasks: data.tasks,
    panics: data.panics ?? [],
    hasOneCounter: typeof data.currentThread === "string",
    kernelContext: data.kernelContext,
    idl: data.idl ?? [],
    specializations: globFiles(root, specializations),
    configurations,
    configuration: chosen?.name,
    patterns: [...patterns, ...(chosen?.aspects ?? []), ...specializations],
  };
  const why = whyCut(root);
  const unseen: Problem[] = why === undefined ? [] : [cutSearch(file, why)];
  const written = { project: value, text, tree };
  return {
    value,
    problems: [
      ...emptyPatterns(written, "aspects", patterns),
      ...emptyPatterns(written, "specializations", specializations),
      ...unseen,
    ],
  };
}

function withFlags(
  commands: ProjectCommands | undefined,
  flags: readonly string[],
): ProjectCommands | undefined {
  if (flags.length === 0) return commands;
  return { ...(commands ?? { recorded: true }), flags: [...(commands?.flags ?? []), ...flags] };
}

function noConfiguration(file: string, name: string, known: readonly ProjectConfiguration[]): Problem {
  const names = known.map((one) => one.name).join(", ");
  return {
    code: "project/configuration",
    severity: "error",
    message: `${file} has no configuration named ${JSON.stringify(name)}`,
    hint: names === "" ? 'Add it to "configurations".' : `Known are: ${names}.`,
  };
}

function cutSearch(file: string, why: string): Problem {
  return {
    code: "project/too-many-folders",
    severity: "warning",
    message: `the patterns of ${file} ${why}: not all were searched`,
    hint: "Begin patterns with the folder that has the files, with few * in a name, and look where links lead.",
  };
}

interface WrittenProject {
  readonly project: Project;
  /** Of its file. */
  readonly text: string;
  readonly tree: Node;
}

function emptyPatterns(
  { project, text, tree }: WrittenProject,
  property: "aspects" | "specializations",
  patterns: readonly string[],
): Problem[] {
  const nodes = tree.children?.find(({ children }) => children?.[0]?.value === property)?.children?.[1]
    ?.children;
  const what = property === "aspects" ? "the aspect file" : "the file of declarations";
  return patterns.flatMap((pattern, index) => {
    if (globFiles(project.root, [pattern]).length > 0) return [];
    const node = nodes?.[index];
    return [
      {
        code: `project/no-${property}`,
        severity: "warning" as const,
        ...(node === undefined ? {} : { range: offsetRange(project.file, text, node.offset, node.length) }),
        message: `no file matches ${JSON.stringify(pattern)}`,
        hint: `Patterns are relative to ${project.root}. Correct the pattern or create ${what}.`,
      },
    ];
  });
}

function unreadable(file: string, error: NodeJS.ErrnoException): Problem {
  if (error.code === "ENOENT")
    return {
      code: "project/missing",
      severity: "error",
      message: `${file} does not exist`,
      hint:
        foreignProject(dirname(file)) ??
        `A project is a folder with ${PROJECT_FILE}. Name such a folder, or create the file with at least {"name": "…"}.`,
    };
  return {
    code: "project/unreadable",
    severity: "error",
    message: `${file} can't be read: ${error.message}`,
  };
}

/** Levels of `[` and `{` in a description, those of strings and comments with them. */
const MOST_LEVELS = 500;

function isNestedDeeply(text: string): boolean {
  let level = 0;
  for (const { 0: bracket } of text.matchAll(/[[{\]}]/g)) {
    level += bracket === "[" || bracket === "{" ? 1 : -1;
    if (level > MOST_LEVELS) return true;
  }
  return false;
}

function syntaxProblem(file: string, text: string, errors: readonly ParseError[]): Problem {
  const first = errors[0] ?? { error: 0 as ParseError["error"], offset: 0, length: 0 };
  const what = printParseErrorCode(first.error)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return {
    code: "project/syntax",
    severity: "error",
    range: offsetRange(file, text, first.offset, first.length),
    message:
      text.trim() === ""
        ? "the file is empty"
        : `not valid JSON: ${isNestedDeeply(text) ? `more than ${MOST_LEVELS} levels of brackets` : what}`,
    hint: "The file is JSON; comments and trailing commas are allowed.",
  };
}

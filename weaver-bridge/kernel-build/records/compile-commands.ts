/**
 * The compile commands of a project's units, from wherever it has them: declared in `weft.json`, a compilation database,
 * or recorded by `weft cc` during the last build.
 */
import { existsSync, statSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { Problem } from "../../model/index.js";
import type { CompileCommand } from "../command/compile-command.js";
import { parseCompilerCommand } from "../command/compiler-command.js";
import { commandOfSource } from "../command/derived-command.js";
import { commandOfWords, shellWords } from "../command/shell-command.js";
import { globFiles } from "../files/glob-files.js";
import { readRegular } from "../files/read-regular.js";
import type { Project, ProjectCommands } from "../project-file/project.js";
import { readTextRecord } from "./text-record.js";
import { readUnitRecords, type UnitRecord } from "./unit-record.js";

/**
 * Never throws. An empty list without problems means: nothing built yet. `sources`, absolute: only their commands are
 * wanted, and others are told only where that is no more work.
 */
export function projectCommands(
  project: Project,
  sources?: ReadonlySet<string>,
): { value: CompileCommand[]; problems: Problem[] } {
  const commands = project.commands;
  if (commands === undefined) return { value: recordedCommands(project), problems: [] };
  if (!("files" in commands))
    return withFlags(knownCommands(project, commands, sources), commands.flags ?? []);
  const compiler = commands.compiler ?? "gcc";
  const files = globFiles(project.root, commands.files).map((file) => relative(project.root, file));
  const value = files.map((file) => ({
    directory: project.root,
    file,
    arguments: [compiler, ...(commands.flags ?? []), "-c", file],
  }));
  return { value, problems: files.length === 0 ? [noUnits(project, commands.files)] : [] };
}

function knownCommands(
  project: Project,
  commands: Exclude<ProjectCommands, { readonly files: readonly string[] }>,
  sources: ReadonlySet<string> | undefined,
): ReturnType<typeof projectCommands> {
  if (!("database" in commands)) return { value: recordedCommands(project), problems: [] };
  return readDatabase(resolve(project.root, commands.database), project, sources);
}

/** A later -D or -U overrides an earlier one. */
function withFlags(
  { value, problems }: ReturnType<typeof projectCommands>,
  flags: readonly string[],
): ReturnType<typeof projectCommands> {
  return { value: value.map((one) => ({ ...one, arguments: [...one.arguments, ...flags] })), problems };
}

/** A unit whose source is gone is no unit of the project any more. */
function recordedCommands(project: Project): CompileCommand[] {
  const commands = readUnitRecords(project).map((record) => commandOfRecord(project, record));
  return commands.filter((command) => existsSync(resolve(command.directory, command.file)));
}

/** Of a text that an earlier step of the build preprocessed: as if both were one. */
function commandOfRecord(project: Project, { command, preprocessedFrom }: UnitRecord): CompileCommand {
  if (preprocessedFrom === undefined) return command;
  const made = readTextRecord(project, resolve(command.directory, command.file));
  if (made === undefined) return command;
  return commandOfSource(
    parseCompilerCommand(made.arguments, made.directory),
    parseCompilerCommand(command.arguments, command.directory),
  );
}

function readDatabase(
  file: string,
  project: Project,
  sources: ReadonlySet<string> | undefined,
): { value: CompileCommand[]; problems: Problem[] } {
  try {
    const units = unitsOfDatabase(file, project.root);
    const wanted = sources === undefined ? units : units.filter(({ source }) => sources.has(source));
    // Some tools name a file in other words than the command does.
    const isKnown = wanted.length > 0 && new Set(wanted.map(({ source }) => source)).size === sources?.size;
    return { value: (isKnown ? wanted : units).map(commandOf), problems: [] };
  } catch (error) {
    const problem: Problem = {
      code: "project/database",
      severity: "error",
      message: `the compilation database ${file} can't be used: ${(error as Error).message}`,
      hint: 'Build the project once with a tool that writes it, or leave out "commands" to use what weft build records.',
    };
    return { value: recordedCommands(project), problems: [problem] };
  }
}

/** Of a database; words are split where its command is asked for. */
interface DatabaseUnit {
  /** Absolute. */
  readonly source: string;
  readonly entry: DatabaseEntry;
  readonly root: string;
  command?: CompileCommand;
}

/** By file: a kernel's has megabytes, and commands that go on ask for it again and again. */
const READ = new Map<string, { readonly version: string; readonly units: readonly DatabaseUnit[] }>();

function unitsOfDatabase(file: string, root: string): readonly DatabaseUnit[] {
  const status = statSync(file);
  if (!status.isFile()) throw new Error("it is no regular file");
  const { mtimeMs, size } = status;
  const version = `${root} ${mtimeMs} ${size}`;
  const known = READ.get(file);
  if (known?.version === version) return known.units;
  const entries: unknown = JSON.parse(readRegular(file, "utf8"));
  if (!Array.isArray(entries) || !entries.every(isEntry))
    throw new Error('it is no array of {"directory", "file", "arguments" or "command"}');
  const units = entries.map((entry): DatabaseUnit => {
    const source = resolve(root, entry.directory ?? ".", entry.file);
    return { source, entry, root };
  });
  READ.set(file, { version, units });
  return units;
}

const commandOf = (unit: DatabaseUnit) => (unit.command ??= fromDatabase(unit.entry, unit.root));

interface DatabaseEntry {
  readonly directory?: string;
  readonly file: string;
  readonly arguments?: readonly string[];
  readonly command?: string;
  readonly output?: string;
}

function isEntry(entry: Partial<DatabaseEntry> | null): entry is DatabaseEntry {
  if (typeof entry !== "object" || entry === null || typeof entry.file !== "string") return false;
  return (
    typeof entry.command === "string" ||
    (Array.isArray(entry.arguments) && entry.arguments.every((word) => typeof word === "string"))
  );
}

function fromDatabase(entry: DatabaseEntry, root: string): CompileCommand {
  const directory = resolve(root, entry.directory ?? ".");
  const words = entry.arguments ?? shellWords(entry.command ?? "");
  const found = commandOfWords(words, directory);
  return {
    directory: found.directory,
    // Its folder is not the entry's where the command changes folders first.
    file: found.directory === directory ? entry.file : resolve(directory, entry.file),
    arguments: found.words,
    ...(entry.output === undefined ? {} : { output: entry.output }),
  };
}

function noUnits(project: Project, patterns: readonly string[]): Problem {
  return {
    code: "project/no-units",
    severity: "warning",
    message: `no file matches "commands.files" of ${project.file}: ${patterns.join(", ")}`,
    hint: `Patterns are relative to ${project.root}.`,
  };
}

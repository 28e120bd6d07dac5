/** The two versions that `weft diff` compares: revisions of a project, its working tree, or configurations. */
import { existsSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import {
  type CompileCommand,
  findProjectRoot,
  harmlessCommand,
  isUntrusted,
  loadProject,
  PROJECT_FILE,
  type Project,
  projectCommands,
  readRegular,
  unitOf,
} from "../kernel-build/index.js";
import { type AspectFile, type Problem, unlessRefused } from "../model/index.js";
import { loadAspects } from "../pipeline/index.js";
import type { TargetUnit } from "../project/target.js";
import type { TreeChanges } from "./diff-changes.js";
import { checkOut } from "./diff-tree.js";

export interface DiffSide {
  /** As the user named it. */
  readonly name: string;
  readonly root: string;
  /** The project's own folder, of which `root` may be an older version. */
  readonly of: string;
  /** As Git knows it. */
  readonly revision?: string;
  readonly aspects: readonly AspectFile[];
  readonly units: readonly TargetUnit[];
  readonly problems: readonly Problem[];
  /** Its settings, in the folder where its code is; absent where it can't be read. */
  readonly project?: Project;
  /** Of a revision: what the working tree has otherwise. */
  changes?(): Promise<TreeChanges | undefined>;
  /** Texts that count instead of those on disk, latin1. */
  readonly unsaved?: ReadonlyMap<string, string>;
  dispose?(): void;
}

/** A revision of the project at `project.root`; without a name the working tree, where `unsaved` texts (latin1) count. */
export async function revisionSide(
  project: Project,
  revision: string | undefined,
  aspects: readonly string[],
  unsaved: ReadonlyMap<string, string> = new Map(),
): Promise<DiffSide> {
  if (revision === undefined) {
    const name = unsaved.size === 0 ? "working tree" : "working tree with unsaved edits";
    return projectSide(name, project, project.root, aspects, { unsaved });
  }
  const tree = await checkOut(project.root, revision);
  const of = project.root;
  if ("code" in tree) return { name: revision, root: of, of, aspects: [], units: [], problems: [tree] };
  const { root, changes, dispose } = tree;
  const name = `${revision} (${tree.commit.slice(0, 10)})`;
  if (!existsSync(join(root, PROJECT_FILE)))
    // A project that is younger than the revision: its settings of today, on the code of then.
    return { ...projectSide(name, project, root, aspects, { from: of }), revision, changes, dispose };
  const loaded = loadProject(root);
  if (loaded.value === undefined)
    return { name, root, of, revision, aspects: [], units: [], problems: loaded.problems, dispose };
  const recorded = loaded.value.commands === undefined ? { recorded: project } : {};
  return {
    ...projectSide(name, loaded.value, root, aspects, { from: of, ...recorded }),
    of,
    revision,
    changes,
    dispose,
  };
}

/**
 * `file` is the name of a configuration of the project at `own`, a `weft.json`, its folder, or a compilation database inside
 * a project. `./NAME` is always a file.
 */
export function configurationSide(
  file: string,
  aspects: readonly string[],
  own: string | undefined,
): DiffSide {
  const path = resolve(file);
  const project = own === undefined ? undefined : loadProject(own).value;
  if (own !== undefined && project?.configurations.some(({ name }) => name === file)) {
    const named = loadProject(own, undefined, file);
    const name = `configuration ${file}`;
    return named.value === undefined
      ? { name, root: own, of: own, aspects: [], units: [], problems: named.problems }
      : projectSide(name, named.value, own, aspects);
  }
  const none = (problems: readonly Problem[]) => ({
    name: file,
    root: path,
    of: path,
    aspects: [],
    units: [],
    problems,
  });
  if (!existsSync(path)) return none([missing(file, project)]);
  const isFolder = statSync(path).isDirectory();
  const isDatabase = !isFolder && isArray(path);
  const folder = isFolder ? path : dirname(path);
  const root = isDatabase ? findProjectRoot(folder) : folder;
  const loaded =
    root === undefined ? undefined : loadProject(root, isDatabase || isFolder ? undefined : path);
  if (loaded?.value === undefined)
    return none(
      loaded?.problems ?? [
        { ...missing(file, project), message: `${file} belongs to no project with a ${PROJECT_FILE}` },
      ],
    );
  const chosen = isDatabase ? { ...loaded.value, commands: { database: path } } : loaded.value;
  return projectSide(file, chosen, chosen.root, aspects);
}

/** `root` is where the code is; commands that are recorded elsewhere, or name files that stand in `from`, are told of it. */
function projectSide(
  name: string,
  project: Project,
  root: string,
  aspects: readonly string[],
  more: {
    readonly recorded?: Project;
    readonly from?: string;
    readonly unsaved?: ReadonlyMap<string, string>;
  } = {},
): DiffSide {
  const { recorded = project, from = recorded.root, unsaved = new Map<string, string>() } = more;
  const commands = projectCommands(recorded);
  const files = (aspects.length > 0 ? aspects.map((file) => resolve(file)) : project.aspects).map((file) =>
    moved(file, recorded.root, root),
  );
  const loaded = loadAspects(
    files.filter((file) => existsSync(file)),
    root,
    undefined,
    unsaved,
  );
  const units = commands.value
    .map((command) => (from === root ? command : movedCommand(command, from, root)))
    .map((command) => (isUntrusted() ? harmlessCommand(command) : command))
    .filter((command) => existsSync(resolve(command.directory, command.file)))
    .map(unitOf)
    .filter((unit) => unit !== undefined)
    .map((unit) => {
      const overlay = unsaved.get(resolve(unit.command.directory, unit.input.path));
      return { ...unit, root, ...(overlay === undefined ? {} : { overlay }) };
    });
  const problems = [...commands.problems, ...loaded.problems];
  if (units.length === 0 && problems.length === 0) problems.push(noUnits(name));
  const side = { name, root, of: recorded.root, aspects: loaded.files, units, problems };
  return { ...side, project: { ...project, root }, unsaved };
}

function movedCommand(command: CompileCommand, from: string, to: string): CompileCommand {
  return {
    ...command,
    directory: moved(command.directory, from, to),
    file: moved(command.file, from, to),
    arguments: command.arguments.map((word) => word.replaceAll(`${from}/`, `${to}/`)),
  };
}

function moved(path: string, from: string, to: string): string {
  if (!path.startsWith("/")) return path;
  const inside = relative(from, path);
  return inside.startsWith("..") ? path : join(to, inside);
}

function isArray(file: string): boolean {
  return unlessRefused(() => readRegular(file, "utf8").trimStart().startsWith("[")) ?? false;
}

function missing(file: string, project: Project | undefined): Problem {
  const names = (project?.configurations ?? []).map(({ name }) => name).join(", ");
  return {
    code: "cli/missing",
    severity: "error",
    message: `${file} does not exist${names === "" ? "" : `, and ${project?.name} has no configuration of that name`}`,
    hint: `Name a ${PROJECT_FILE}, its folder, or a compile_commands.json of a project${names === "" ? "" : `, or a configuration: ${names}`}.`,
  };
}

function noUnits(name: string): Problem {
  return {
    code: "diff/no-units",
    severity: "error",
    message: `no compile commands are known for ${name}`,
    hint: "Run weft build, which records them.",
  };
}

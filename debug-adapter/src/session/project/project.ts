/**
 * What the debugger needs of a project: the machine to start, the file with symbols, and the weave map.
 * Reads `weft.json`; runs nothing.
 */
import { readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import {
  guestArguments,
  guestProgram,
  loadProject,
  moduleFolders,
  openRegular,
  type RunRecipe,
  readRegularSoon,
} from "@weft/weaver-bridge/kernel-build";
import {
  isRefusal,
  noneIfRefused,
  printProblem,
  type TaskTable,
  unlessBroken,
} from "@weft/weaver-bridge/model";
import { indexWeaveMap, readWeaveMap, type TitledFunction, type WeaveIndex } from "../../engine/index.js";
import { errors } from "../../qemu/index.js";

export interface DebugProject {
  readonly folder: string;
  /** File with symbols: the linked kernel. Absolute. */
  readonly symbols: string;
  /** Folders below which its modules are. Absolute. */
  readonly modules: readonly string[];
  /** QEMU's program. */
  readonly program: string;
  readonly recipe: RunRecipe;
  /** QEMU's arguments that make the machine. */
  readonly machine: readonly string[];
  /** Where a session without breakpoints stops first. */
  readonly stopAt?: string;
  readonly tasks?: TaskTable;
  /** Functions that the kernel calls when it can't go on, beside those that many kernels have. */
  readonly panics: readonly string[];
}

/** Throws `bad-project`. */
export function readProject(folder: string): DebugProject {
  const { value: project, problems } = loadProject(folder);
  const [problem] = problems.filter(({ severity }) => severity === "error");
  if (project === undefined)
    throw errors.badProject(
      folder,
      problem === undefined ? "weft.json can't be read" : printProblem(problem),
    );
  if (project.run === undefined)
    throw errors.badProject(folder, 'weft.json has no "run"; weft init finds out how the kernel boots');
  const symbols = project.build?.symbols ?? project.run.kernel;
  if (symbols === undefined)
    throw errors.badProject(
      folder,
      'weft.json names no file with symbols; say it in "build": {"symbols": "kernel.elf"}',
    );
  return {
    folder: project.root,
    symbols: resolve(project.root, symbols),
    modules: moduleFolders(project, resolve(project.root, symbols)),
    program: guestProgram(project.run),
    recipe: project.run,
    machine: [...guestArguments(project, project.run), "-display", "none"],
    ...(project.run.stopAt === undefined ? {} : { stopAt: project.run.stopAt }),
    ...(project.tasks === undefined ? {} : { tasks: project.tasks }),
    panics: project.panics,
  };
}

/** Throws `image-missing`. */
export async function requireImage(project: DebugProject): Promise<void> {
  const file = await openRegular(project.symbols).catch((cause) => {
    throw isRefusal(cause) ? errors.imageMissing(project.symbols, cause) : cause;
  });
  await file.close();
}

/** Where a build leaves its weave map. */
export function weaveMapOf(folder: string): string {
  return join(folder, ".weft", "weave-map.json");
}

/** The index of a weave map and of the residual functions beside it; empty when there is none. `problem` is a clause. */
export async function loadWeaveMap(file: string): Promise<{ index: WeaveIndex; problem?: string }> {
  try {
    return readWeaveMap(await textOf(file), await residualsIn(join(dirname(file), "residual")));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const index = indexWeaveMap([]);
    return error.code === "ENOENT"
      ? { index }
      : { index, problem: `the weave map can't be read: ${error.message}` };
  }
}

const textOf = async (file: string) => (await readRegularSoon(file)).toString("utf8");

/** What specialization made, as builds say it beside the C; what can't be read has no title. */
async function residualsIn(folder: string): Promise<TitledFunction[]> {
  const names = (await readdir(folder).catch(noneIfRefused)) ?? [];
  const texts = names
    .filter((name) => name.endsWith(".json"))
    .map((name) => textOf(join(folder, name)).catch(noneIfRefused));
  return (await Promise.all(texts)).flatMap((text) => {
    return (
      unlessBroken(() => {
        const { residual, title } = (JSON.parse(text ?? "") ?? {}) as { residual?: unknown; title?: unknown };
        return typeof residual === "string" && typeof title === "string" ? [{ symbol: residual, title }] : [];
      }) ?? []
    );
  });
}

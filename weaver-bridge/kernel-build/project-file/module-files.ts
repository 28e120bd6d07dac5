/** Where the files of a kernel's modules are: every `NAME.ko` below the folders that a kernel and its modules are built in. */
import { readdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { noneIfRefused } from "../../model/index.js";
import type { Project } from "./project.js";

export interface ModuleFiles {
  /** The file with the symbols of this module, the newest of several; `undefined` when there is none. */
  find(name: string): Promise<string | undefined>;
}

/** Folders below which they are; `symbols` is the file of the kernel. */
export function moduleFolders({ root, build }: Project, symbols: string): string[] {
  return [root, dirname(symbols), ...(build?.modules ?? []).map((folder) => resolve(root, folder))];
}

const NEVER_LOOKED_INTO = new Set([".git", ".weft", "node_modules"]);

/** Looks through the folders when a module is asked for, and again for one that was not there then. */
export function createModuleFiles(folders: readonly string[]): ModuleFiles {
  let files: Map<string, string[]> | undefined;
  const look = async () => {
    const found = new Map<string, string[]>();
    for (const folder of new Set(folders)) await collect(folder, found);
    return found;
  };
  return {
    async find(name) {
      const known = files?.get(name);
      if (known !== undefined) return newest(known);
      files = await look();
      return newest(files.get(name) ?? []);
    },
  };
}

async function collect(folder: string, found: Map<string, string[]>): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(noneIfRefused);
  for (const entry of entries ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !NEVER_LOOKED_INTO.has(entry.name)) await collect(path, found);
    if (!entry.isFile() || !entry.name.endsWith(".ko")) continue;
    // The kernel has no hyphens in names of modules.
    const name = entry.name.slice(0, -".ko".length).replaceAll("-", "_");
    const paths = found.get(name) ?? [];
    if (!paths.includes(path)) found.set(name, [...paths, path]);
  }
}

async function newest(paths: readonly string[]): Promise<string | undefined> {
  let best: { readonly path: string; readonly time: number } | undefined;
  for (const path of paths) {
    const time = (await stat(path).catch(noneIfRefused))?.mtimeMs;
    if (time !== undefined && time > (best?.time ?? -1)) best = { path, time };
  }
  return best?.path;
}

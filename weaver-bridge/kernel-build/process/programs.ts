/** Programs by their names: which are compilers, and what the shell would find. Starts none. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { unlessRefused } from "../../model/index.js";

const COMPILER = /^(?:.*-)?(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+)(?:-\d+(?:\.\d+)*)?$/;

/** By its name: `gcc`, `i686-elf-g++`, `clang-19`. */
export function isCompilerName(name: string): boolean {
  return COMPILER.test(name);
}

/** The program of that name in `PATH`, absolute; `undefined` where there is none. `besides`: a folder that is left out. */
export function findInPath(
  name: string,
  besides?: string,
  path = process.env.PATH ?? "",
): string | undefined {
  if (name.includes("/")) return isProgram(resolve(name)) ? resolve(name) : undefined;
  const folders = path.split(delimiter).filter((folder) => folder !== "" && folder !== besides);
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

/** As {@link findInPath}, but only in folders that `PATH` names absolutely: what a relative one finds, the working directory chose. */
export function programInPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return name.includes("/") ? undefined : folders.map((folder) => join(folder, name)).find(isProgram);
}

/** Whether it can be run. What can't even be looked at (a folder of another user's in `PATH`) can't. */
export function isProgram(file: string): boolean {
  return (
    unlessRefused(() => {
      // Most folders of `PATH` don't have it, and each error is dear.
      if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
      accessSync(file, constants.X_OK);
      return true;
    }) ?? false
  );
}

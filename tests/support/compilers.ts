/**
 * Which clang the tests start besides gcc: the one that Weft would, `WEFT_CLANG` or the first of the table's that is here.
 * Where there is none the table's first is named, and `requireTool` says which package brings it.
 */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { MACHINE_TOOLS } from "@weft/weaver-bridge/model";

export const CLANG: string = process.env.WEFT_CLANG || firstHere("clang");

/** Its C++ compiler: `clang++-19` beside `clang-19`. */
export const CLANGXX: string = CLANG.replace(/clang(?=[-\d.]*$)/, "clang++");

export const CLANGD: string = firstHere("clangd");

function firstHere(tool: "clang" | "clangd"): string {
  const { programs } = MACHINE_TOOLS[tool];
  return programs.find((name) => programOnPath(name) !== undefined) ?? programs[0] ?? tool;
}

/** Absolute path of the program in `PATH`; a path is its own. */
export function programOnPath(name: string): string | undefined {
  const folders = name.includes("/") ? [""] : (process.env.PATH ?? "").split(delimiter);
  for (const folder of folders) {
    const path = folder === "" ? name : join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

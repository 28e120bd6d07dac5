/** Which clangd to run: the one the user names, else the newest `clangd-NN` or `clangd` on PATH. */
import { accessSync, constants, readdirSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { unlessRefused } from "@weft/weaver-bridge/model";

export interface ClangdProgram {
  readonly path: string;
  /** From the file's name; undefined for a plain `clangd`. */
  readonly major?: number;
}

const NAME = /^clangd(?:-(\d+))?$/;

/** `named` wins when it can be executed. Undefined when there is none; never throws. */
export function findClangd(named?: string, path = process.env.PATH ?? ""): ClangdProgram | undefined {
  if (named !== undefined && named !== "") return isExecutable(named) ? { path: named } : undefined;
  const found = path
    .split(delimiter)
    .filter((directory) => isAbsolute(directory)) // Else a folder that is opened could bring one along.
    .flatMap((directory) => listClangds(directory));
  return found.sort((a, b) => (b.major ?? 0) - (a.major ?? 0))[0];
}

function listClangds(directory: string): ClangdProgram[] {
  const names = unlessRefused(() => readdirSync(directory)) ?? [];
  return names.flatMap((name) => {
    const match = NAME.exec(name);
    const path = join(directory, name);
    if (match === null || !isExecutable(path)) return [];
    return [match[1] === undefined ? { path } : { path, major: Number(match[1]) }];
  });
}

function isExecutable(path: string): boolean {
  return (
    unlessRefused(() => {
      accessSync(path, constants.X_OK);
      return true;
    }) ?? false
  );
}

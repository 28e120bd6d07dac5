/** How files are compiled, for clangd, and which files are sources. */
import { compilerIdentity, parseCompilerCommand, unitLanguage } from "@weft/weaver-bridge/kernel-build";
import type { FileCommand } from "../workspace.js";
import type { UnitCommand } from "./project-set.js";

export function isSourcePath(path: string): boolean {
  return /\.(c|cc|cpp|cxx|C)$/.test(path);
}

export function isHeaderPath(path: string): boolean {
  return /\.h(h|pp)?$/.test(path);
}

export function fileCommand(unit: UnitCommand): FileCommand {
  return {
    file: unit.path,
    directory: unit.command.directory,
    argv: unit.command.argv,
    guessed: unit.guessed,
  };
}

/** A header is read with the options of a unit that includes it. */
export function headerCommand(unit: UnitCommand, header: string): FileCommand {
  const options = unit.command.argv.filter((argument) => argument !== unit.input.path && argument !== "-c");
  return {
    file: header,
    directory: unit.command.directory,
    argv: [...options, unitLanguage(unit.input) === "c++" ? "-xc++-header" : "-xc-header", header],
    guessed: unit.guessed,
  };
}

/** As far as is known without running the compiler. */
export function isForGcc(argv: readonly string[], directory: string): boolean {
  const command = parseCompilerCommand(argv, directory);
  const input = command.inputs[0] ?? { path: "", language: undefined };
  return compilerIdentity(command, input).family === "gcc";
}

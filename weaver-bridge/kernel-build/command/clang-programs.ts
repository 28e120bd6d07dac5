/** Under which names clang is started: the table's, or the one that the user names. */
import { MACHINE_TOOLS } from "../../model/index.js";
import { findInPath } from "../process/programs.js";

/** What `WEFT_CLANG` names, else the releases that the table knows, the best first. */
export function clangPrograms(): readonly string[] {
  const named = process.env.WEFT_CLANG ?? "";
  return named === "" ? MACHINE_TOOLS.clang.programs : [named];
}

/** The one that is started here; undefined where there is none. */
export function findClang(): string | undefined {
  return clangPrograms().find((name) => findInPath(name) !== undefined);
}

/** Aspect files that a unit includes without being named: ag++ weaves those too, also after `-a 0`, in that unit only. */
import { resolve } from "node:path";
import {
  aspectsIncludedBy,
  type CompilerCommand,
  type CompilerInput,
  type IncludeSearch,
  preprocess,
} from "../../kernel-build/index.js";
import { buildLineMap } from "../../model/index.js";
import { isReadOnce } from "../cc/read-once.js";

/** By the unit's name as spelled; units without such files are left out. `known` are absolute. */
export async function aspectsOfUnits(
  command: CompilerCommand,
  units: readonly CompilerInput[],
  known: readonly string[],
  search: IncludeSearch,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const input of units) {
    if (isReadOnce(input, command.directory)) continue;
    const source = resolve(command.directory, input.path);
    const maybe = aspectsIncludedBy([source], search).filter((file) => !known.includes(file));
    const own = maybe.length === 0 ? [] : await reallyIncluded(command, input, maybe);
    if (own.length > 0) found.set(input.path, own);
  }
  return found;
}

/** Conditions may keep files out. A unit that can't be preprocessed is told about by the compiler. */
async function reallyIncluded(
  command: CompilerCommand,
  input: CompilerInput,
  files: readonly string[],
): Promise<string[]> {
  const read = await preprocess(command, input);
  if (!read.ok) return [];
  const names = new Set(buildLineMap(read.text).files.map((name) => resolve(command.directory, name)));
  return files.filter((file) => names.has(file));
}

/** What the project's last build left out of its units, as its weave map says. */

import { resolve } from "node:path";
import { readRegular, weaveMapFile } from "../kernel-build/index.js";
import { unlessBroken } from "../model/index.js";
import { leftOutByUnit } from "../pipeline/index.js";
import type { LeftOut } from "../weaver/index.js";
import type { Target, TargetOptions, TargetUnit } from "./target.js";

/**
 * Of a unit. Nothing where the question is not about the project as it is built: for another command, or other aspects.
 * Without a map, or with a broken one, nothing is known.
 */
export function lastBuild(
  { project }: Target,
  { compiler, aspects }: TargetOptions,
): (unit: TargetUnit) => LeftOut | undefined {
  if (project === undefined || compiler.length > 0 || aspects.length > 0) return () => undefined;
  const units = readMap(weaveMapFile(project));
  return ({ command, input }) => units.get(resolve(command.directory, input.path));
}

function readMap(file: string): ReadonlyMap<string, LeftOut> {
  return unlessBroken(() => leftOutByUnit(readRegular(file, "utf8"))) ?? new Map();
}

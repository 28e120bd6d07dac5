/** The index that an editor keeps of a project, for queries: what it knows need not be read again. */
import { resolve } from "node:path";
import type { KeptIndex } from "../kernel-index/index.js";
import { keptBytes } from "../kernel-index/index-file.js";
import type { WantedFacts } from "../model/index.js";
import { sourceReader } from "./source-files.js";
import type { Target, TargetUnit } from "./target.js";

export interface KeptForTarget {
  readonly index: KeptIndex;
  /** Units of the target that have to be read. */
  readonly unknown: readonly TargetUnit[];
  /** Units of the target that have one of the paths or are {@link unknown}. */
  withPaths(paths: readonly string[]): readonly TargetUnit[];
}

/** Undefined where there is none, or where the query is of less than the project or of what no index keeps. */
export async function keptIndexFor(
  { project, file, units }: Target,
  { builtins, locals, callGraph }: WantedFacts,
): Promise<KeptForTarget | undefined> {
  if (project === undefined || file !== undefined || builtins || locals || callGraph) return undefined;
  if (units.some(({ overlay }) => overlay !== undefined)) return undefined;
  if (keptBytes(project.root) === 0) return undefined;
  // SQLite takes as long to load as a small query does.
  const { openKeptIndex } = await import("../kernel-index/index.js");
  const pathOf = ({ command, input }: TargetUnit) => resolve(command.directory, input.path);
  const indexed = units.map((unit) => ({
    path: pathOf(unit),
    directory: unit.command.directory,
    argv: unit.command.argv,
  }));
  const index = openKeptIndex(project.root, indexed, { textsIn: sourceReader });
  if (index === undefined) return undefined;
  const withPaths = (paths: readonly string[]) => {
    const wanted = new Set([...index.unknown, ...paths]);
    return units.filter((unit) => wanted.has(pathOf(unit)));
  };
  return { index, unknown: withPaths([]), withPaths };
}

/** The index that an editor keeps of a project, for queries: what it knows need not be read again. */
import { resolve } from "node:path";
import { keptBytes } from "../kernel-index/disk/index-file.js";
import type { KeptIndex } from "../kernel-index/index.js";
import type { WantedFacts } from "../model/index.js";
import type { TextFilter } from "../pointcut/index.js";
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
  const index = await openFor(project.root, units);
  if (index === undefined) return undefined;
  const withPaths = (paths: readonly string[]) => {
    const wanted = new Set([...index.unknown, ...paths]);
    return units.filter((unit) => wanted.has(pathOf(unit)));
  };
  return { index, unknown: withPaths([]), withPaths };
}

/**
 * Which of the target's units to read for a line of its file: one of those that have a join point there, or all that may
 * hold the line. The target's own where no index tells.
 */
export async function unitsForLine(
  { project, file, units }: Target,
  line: number,
): Promise<readonly TargetUnit[]> {
  if (project === undefined || file === undefined || units.length <= 1) return units;
  const index = await openFor(project.root, units);
  if (index === undefined) return units;
  const { units: paths, havePoints } = index.unitsAt(file, line);
  const byPath = new Map(units.map((unit) => [pathOf(unit), unit]));
  const holding = paths.slice(0, havePoints > 0 ? 1 : undefined).flatMap((path) => byPath.get(path) ?? []);
  const unknown = havePoints > 0 ? [] : units.filter((unit) => index.unknown.has(pathOf(unit)));
  return [...holding, ...unknown];
}

/** Which of a version's units may be woven otherwise, where what a pointcut names changed but no text did. */
export interface KeptForDiff {
  isKnown(unit: TargetUnit): boolean;
  /** A known unit that is to be looked at: what others have in common with it is looked at there. */
  meets(unit: TargetUnit): boolean;
  /** A known unit is made of files that are the same in the other version. */
  isAsBefore(unit: TargetUnit): boolean;
  /** Known units that are made of such a file, named absolutely. */
  reading(isWanted: (file: string) => boolean): (unit: TargetUnit) => boolean;
}

/** `changed`: what a text must hold for other matches. `changesOf`: files that differ between the versions, if that is known. */
export async function keptIndexForDiff(
  { root, units }: { readonly root: string; readonly units: readonly TargetUnit[] },
  changed: TextFilter,
  changesOf?: () => Promise<{ has(path: string): boolean } | undefined>,
): Promise<KeptForDiff | undefined> {
  const isNothing = changed === "all" || (changed.length === 0 && changesOf === undefined);
  const index = isNothing ? undefined : await openFor(root, units);
  if (index === undefined) return undefined;
  const changes = await changesOf?.();
  const others = changes && index.unitsReading((path) => changes.has(path));
  const all = new Set(units.map(pathOf));
  const met = new Set(index.unitsMeeting(changed));
  return {
    isKnown: (unit) => all.has(pathOf(unit)) && !index.unknown.has(pathOf(unit)),
    meets: (unit) => met.has(pathOf(unit)),
    isAsBefore: (unit) => others?.has(pathOf(unit)) === false,
    reading(isWanted) {
      const found = index.unitsReading(isWanted);
      return (unit) => found.has(pathOf(unit));
    },
  };
}

const pathOf = ({ command, input }: TargetUnit) => resolve(command.directory, input.path);

async function openFor(root: string, units: readonly TargetUnit[]): Promise<KeptIndex | undefined> {
  if (keptBytes(root) === 0 || units.some(({ overlay }) => overlay !== undefined)) return undefined;
  // SQLite takes as long to load as a small query does.
  const { openKeptIndex } = await import("../kernel-index/index.js");
  const indexed = units.map((unit) => ({
    path: pathOf(unit),
    directory: unit.command.directory,
    argv: unit.command.argv,
  }));
  const unreadable = ({ message }: Error) =>
    process.emitWarning(`the index of ${root} can't be used (${message}); its units are read`);
  return openKeptIndex(root, indexed, { textsIn: sourceReader, unreadable });
}

/**
 * The index of a project as an editor kept it, for who asks once: nothing is read, nothing is written. What it can't tell
 * about is named, so that the asker reads that.
 */
import type { AspectFile, JoinPoint, PointcutExpression, Problem, UnitFacts } from "../model/index.js";
import {
  entitiesMeeting,
  filterOf,
  kindsSelected,
  matchPointcut,
  type TextFilter,
} from "../pointcut/index.js";
import { joinPointNamer } from "../weaver/index.js";
import { type MergedFacts, mergeFacts } from "./answers/merged-facts.js";
import { unitsMeeting } from "./answers/touched-units.js";
import { unitsAtLine, unitsReading } from "./answers/units-at.js";
import { readKept } from "./disk/store.js";
import { createMemoryIndex, type MemoryIndex } from "./memory/memory-index.js";
import type { IndexedUnit } from "./protocol/index-protocol.js";
import { staleUnits } from "./reading/stale-units.js";
import type { UnitRecord } from "./records/records.js";
import { allSteps } from "./steps.js";

export interface KeptIndex {
  /** Units, as paths, that it doesn't know as they are now: never read, changed since, C++, or broken. */
  readonly unknown: ReadonlySet<string>;
  /** In all other units; places are named as there. A join point of a header is there once. */
  joinPoints(expression: PointcutExpression, aspects: readonly AspectFile[]): KeptAnswer;
  /** Of all other units, one for each folder that they are compiled in. */
  facts(): readonly UnitFacts[];
  /** Paths of other units that read the absolute file; those with a join point on the line first, which are `havePoints`. */
  unitsAt(file: string, line: number): { readonly units: readonly string[]; readonly havePoints: number };
  /** Paths of other units that are made of such a file, named absolutely. */
  unitsReading(isWanted: (file: string) => boolean): ReadonlySet<string>;
  /** Paths of other units that together contain every function that meets the filter. */
  unitsMeeting(filter: TextFilter): readonly string[];
}

export interface KeptAnswer {
  readonly joinPoints: readonly (JoinPoint & { readonly reason: string })[];
  /** Units that together have all accesses: these are not among the join points. */
  readonly toRead: readonly string[];
  readonly problems: readonly Problem[];
}

export interface KeptSources {
  /** Text of a file, named from a folder. */
  readonly textsIn: (directory: string) => (file: string) => string | undefined;
  /** Is told why what was kept can't be read: it is damaged, of another version, or held by who writes it. */
  readonly unreadable: (why: Error) => void;
}

/** Undefined where nothing was kept, or nothing that can be read. `units`: all of the project. */
export function openKeptIndex(
  root: string,
  units: readonly IndexedUnit[],
  sources: KeptSources,
): KeptIndex | undefined {
  const index = createMemoryIndex();
  try {
    index.restore(readKept(root));
  } catch (error) {
    sources.unreadable(error as Error);
    return undefined;
  }
  if (index.units.size === 0) return undefined;
  const unknown = forgetUnknown(index, units);
  let merged: readonly MergedFacts[] | undefined;
  const parts = () => (merged ??= mergeFacts(index, root));
  return {
    unknown,
    joinPoints(expression, aspects) {
      const wanted = {
        isWanted: entitiesMeeting(filterOf(expression, aspects)),
        kinds: kindsSelected(expression, aspects),
      };
      const answers = parts().map((part) => answerOf(part.narrowed(wanted), expression, aspects, sources));
      return {
        joinPoints: answers.flatMap(({ joinPoints }) => joinPoints),
        toRead: answers.flatMap(({ toRead }) => toRead),
        problems: answers.flatMap(({ problems }) => problems),
      };
    },
    facts: () => parts().map(({ facts }) => facts),
    unitsAt(file, line) {
      const { units: found, havePoints } = unitsAtLine(index, file, line);
      return { units: found.map(({ path }) => path), havePoints };
    },
    unitsReading: (isWanted) => new Set(unitsReading(index, isWanted).map(({ path }) => path)),
    unitsMeeting: (filter) => unitsMeeting(parts(), index, filter),
  };
}

function forgetUnknown(index: MemoryIndex, units: readonly IndexedUnit[]): ReadonlySet<string> {
  const unknown = new Set(allSteps(staleUnits(units, index)));
  const all = new Set(units.map(({ path }) => path));
  for (const { path, status, message } of [...index.units.values()]) {
    if (status !== "read" || message !== undefined) unknown.add(path);
    if (unknown.has(path) || !all.has(path)) index.remove(path);
  }
  return unknown;
}

function answerOf(
  { facts, directory, units, unitsOf }: MergedFacts,
  expression: PointcutExpression,
  aspects: readonly AspectFile[],
  { textsIn }: KeptSources,
): KeptAnswer {
  const texts = new Map<string, string | undefined>();
  const read = textsIn(directory);
  const sourceText = (file: string) => {
    if (!texts.has(file)) texts.set(file, read(file));
    return texts.get(file);
  };
  // What stands at the same place of one unit gets numbers; that of two units is the same.
  const toRead = new Set<string>();
  const namers = new Map<number, ReturnType<typeof joinPointNamer>>();
  const found = new Map<string, JoinPoint & { reason: string }>();
  const { shadows, problems } = matchPointcut(expression, facts, { files: aspects });
  for (const { shadow, reason } of shadows) {
    const unit = unitsOf(shadow)[0] ?? -1;
    // Of an access its range is kept, not where in it the name stands: whether it is in a macro the unit tells.
    if (shadow.kind !== "execution" && shadow.kind !== "call") {
      toRead.add((units[unit] as UnitRecord).path);
      continue;
    }
    let namer = namers.get(unit);
    if (namer === undefined) namers.set(unit, (namer = joinPointNamer(facts, { sourceText })));
    const spelled = namer(shadow);
    const file = facts.sources?.nameOf(spelled.range.file) ?? spelled.range.file;
    const joinPoint = { ...spelled, range: { ...spelled.range, file } };
    if (!found.has(joinPoint.id)) found.set(joinPoint.id, { ...joinPoint, reason });
  }
  return { joinPoints: [...found.values()], toRead: [...toRead], problems };
}

/** A breakpoint that is wanted, with what GDB made of it. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import { type HitCondition, type LogPart, parseHitCondition, parseLogMessage } from "../../engine/index.js";
import type { PlacedPointcut } from "./pointcut-breakpoint.js";
import type { Wanted } from "./wanted-breakpoint.js";

export interface Entry {
  readonly id: number;
  readonly wanted: Wanted;
  readonly hits?: HitCondition;
  readonly log?: readonly LogPart[];
  /** GDB's number; absent when GDB refused it. */
  number?: string;
  /** Of a pointcut: all of GDB's numbers, and its hits up to now, which GDB counts for each place only. */
  pointcut?: PlacedPointcut;
  met: number;
  /** GDB's name of the file that a source breakpoint lies in. */
  file?: string;
  /** Where it stops. */
  addresses?: readonly number[];
  /** Its code came with a module. */
  isLate?: boolean;
  answer: DebugProtocol.Breakpoint;
}

export function createEntry(id: number, wanted: Wanted): Entry {
  const hits = wanted.hitCondition === undefined ? undefined : parseHitCondition(wanted.hitCondition);
  return {
    id,
    wanted,
    met: 0,
    answer: { id, verified: false },
    ...(hits === undefined ? {} : { hits }),
    ...(wanted.logMessage === undefined ? {} : { log: parseLogMessage(wanted.logMessage) }),
  };
}

/** As long as GDB was not asked for it, or not again. */
export function forgetPlaces(entry: Entry): void {
  entry.met = 0;
  delete entry.number;
  delete entry.pointcut;
  delete entry.file;
  delete entry.addresses;
}

/** All of GDB's numbers for these. */
export function numbersOf(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ number, pointcut }) => [
    ...(number === undefined ? [] : [number]),
    ...(pointcut?.places.keys() ?? []),
  ]);
}

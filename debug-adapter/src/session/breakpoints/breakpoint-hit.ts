/** What a hit of a breakpoint is to the client: a stop, a line of the log, or nothing yet. */
import { isDue, type LogPart, type PointcutPlace } from "../../engine/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { evaluate, ignoreHits, setBreakpointsEnabled, timesHit } from "../gdb/mi-commands.js";
import type { Entry } from "./breakpoint-entry.js";
import type { PlacedPointcut } from "./pointcut-breakpoint.js";
import type { BreakpointKind } from "./wanted-breakpoint.js";

/** What to do at a hit of a breakpoint. */
export interface Hit {
  readonly id: number;
  readonly kind: BreakpointKind;
  /** File of a source breakpoint, as GDB has it. */
  readonly file?: string;
  /** Present for a logpoint: print this and go on. */
  readonly log?: readonly LogPart[];
  /** Of a pointcut. */
  readonly place?: PointcutPlace;
  /** The hit condition does not want this one: go on. */
  readonly passes?: boolean;
  /** Others at the same instruction, of which GDB names one only. */
  readonly also?: readonly Hit[];
}

export interface Stopped {
  readonly address: number;
  readonly threadId: number;
}

/** What is hit at GDB's breakpoint `number`, with the others that are met at the same instruction. */
export async function hitAt(
  gdb: GdbConnection,
  entries: readonly Entry[],
  number: string,
  stopped: Stopped | undefined,
): Promise<Hit | undefined> {
  const entry = entries.find(
    (candidate) => candidate.number === number || candidate.pointcut?.places.has(number),
  );
  if (entry === undefined) return undefined;
  const also: Hit[] = [];
  for (const [other, its] of stopped === undefined ? [] : othersAt(entries, entry, stopped.address))
    if (await isMet(gdb, other, its, stopped?.threadId ?? 1)) also.push(await hitOf(gdb, other, its));
  return { ...(await hitOf(gdb, entry, number)), ...(also.length === 0 ? {} : { also }) };
}

/** Other breakpoints at an instruction, each with GDB's number for it. */
function othersAt(entries: readonly Entry[], than: Entry, address: number): [Entry, string][] {
  return entries.flatMap((entry): [Entry, string][] => {
    if (entry === than) return [];
    const place = [...(entry.pointcut?.places ?? [])].find(([, { address: its }]) => its === address);
    const number = place?.[0] ?? (entry.addresses?.includes(address) ? entry.number : undefined);
    return number === undefined ? [] : [[entry, number]];
  });
}

/** Whether GDB would have stopped for this one alone. */
async function isMet(gdb: GdbConnection, entry: Entry, number: string, threadId: number): Promise<boolean> {
  const { condition } = entry.wanted;
  if (condition !== undefined) {
    const value = await evaluate(gdb, `(${condition}) != 0`, { threadId, frameId: 0 });
    if (value !== "1" && value !== "true") return false;
  }
  if (entry.hits === undefined || entry.pointcut !== undefined) return true;
  return isDue(entry.hits, await timesHit(gdb, number));
}

async function hitOf(gdb: GdbConnection, entry: Entry, number: string): Promise<Hit> {
  if (entry.pointcut !== undefined) return pointcutHit(entry, entry.pointcut, number);
  if (entry.hits?.kind === "equal") await setBreakpointsEnabled(gdb, [number], false);
  if (entry.hits?.kind === "every") await ignoreHits(gdb, number, entry.hits.count - 1);
  return {
    id: entry.id,
    kind: entry.wanted.kind,
    ...(entry.file === undefined ? {} : { file: entry.file }),
    ...(entry.log === undefined ? {} : { log: entry.log }),
  };
}

function pointcutHit(entry: Entry, { places }: PlacedPointcut, number: string): Hit {
  entry.met++;
  const place = places.get(number);
  return {
    id: entry.id,
    kind: entry.wanted.kind,
    ...(place === undefined ? {} : { place }),
    passes: entry.hits !== undefined && !isDue(entry.hits, entry.met),
  };
}

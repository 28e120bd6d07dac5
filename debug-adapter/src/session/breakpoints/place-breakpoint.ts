/** From a wanted breakpoint to GDB's, and what the client is told of it. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import { type ResolvedPointcut, redundantLocations, type WeaveIndex } from "../../engine/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import {
  functionAt,
  functionHeaders,
  functionPlace,
  ignoreHits,
  insertBreakpoint,
  insertWatchpoint,
  isDiscarded,
  type MadeBreakpoint,
  namedPlace,
  setBreakpointsEnabled,
  sourcePlace,
} from "../gdb/mi-commands.js";
import { type Entry, forgetPlaces } from "./breakpoint-entry.js";
import { placePointcut } from "./pointcut-breakpoint.js";
import { pointcutOf, type Wanted } from "./wanted-breakpoint.js";

const EARLY =
  "This code runs only while the kernel starts: its memory is given away then, and nothing stops here any more.";

export interface BreakpointPlacer {
  readonly gdb: GdbConnection;
  readonly index: () => WeaveIndex;
  /** The places of a pointcut in the kernel that is debugged. */
  readonly resolve: (pointcut: string) => Promise<ResolvedPointcut>;
}

/** Asks GDB for the breakpoint and writes the answer for the client into the entry. Throws only where the machine runs. */
export async function placeEntry({ gdb, index, resolve }: BreakpointPlacer, entry: Entry): Promise<void> {
  const { wanted, id } = entry;
  forgetPlaces(entry);
  if (wanted.hitCondition !== undefined && entry.hits === undefined) {
    const message = `"${wanted.hitCondition}" is not a hit condition. Write 5, >= 5 or % 5.`;
    entry.answer = { id, verified: false, message };
    return;
  }
  try {
    const pointcut = pointcutOf(wanted);
    if (pointcut !== undefined) {
      entry.pointcut = await placePointcut(gdb, await resolve(pointcut), wanted.condition);
      entry.answer = { id, verified: true, message: entry.pointcut.message };
    } else
      entry.answer = {
        id,
        ...(await (wanted.kind === "data" ? watch(gdb, entry) : place(gdb, entry, index()))),
      };
  } catch (error) {
    if (isRefusedRunning(error)) throw error;
    entry.answer = { id, verified: false, message: (error as Error).message };
  }
}

/** GDB can't be told anything while the machine runs. */
export function isRefusedRunning(error: unknown): boolean {
  return /while the target is running|target is running/i.test((error as Error).message);
}

async function watch(gdb: GdbConnection, entry: Entry): Promise<DebugProtocol.Breakpoint> {
  const { subject = "", access = "write", condition } = entry.wanted;
  entry.number = await insertWatchpoint(gdb, subject, access);
  if (condition !== undefined) await gdb.sendCommand(`-break-condition ${entry.number} ${condition}`);
  if (entry.hits !== undefined) await ignoreHits(gdb, entry.number, entry.hits.count - 1);
  return { verified: true };
}

async function place(gdb: GdbConnection, entry: Entry, index: WeaveIndex): Promise<DebugProtocol.Breakpoint> {
  const { kind, group, line = 0, condition } = entry.wanted;
  const advised = kind === "source" ? index.advisedFunctionAt(group, line) : undefined;
  const made = await insertBreakpoint(gdb, placeInGdb(entry.wanted, advised), {
    ...(condition === undefined ? {} : { condition }),
    ignore: (entry.hits?.count ?? 1) - 1,
  });
  entry.number = made.number;
  // The header of an advised function is meant, though its first code may be the advice.
  if (kind === "source" && advised === undefined) entry.file = made.file ?? group;
  if (made.pending) return { verified: false, message: noCodeMessage(entry.wanted) };
  entry.addresses = await keepOwnLocations(gdb, made, index);
  const [first] = made.locations;
  const isEarly = kind !== "panic" && first !== undefined && (await isDiscarded(gdb, first.address));
  return {
    verified: true,
    ...(isEarly ? { message: EARLY } : {}),
    ...(advised !== undefined ? { line } : await shownPlace(gdb, entry.wanted, made)),
  };
}

/** Where GDB is told to stop. */
function placeInGdb({ kind, group, line = 0, subject = "" }: Wanted, advised: string | undefined): string {
  if (kind !== "source") return namedPlace(subject);
  return advised === undefined ? sourcePlace(group, line) : functionPlace(advised, group);
}

/** Addresses of a breakpoint's locations without those that glue makes redundant, which are switched off. */
async function keepOwnLocations(
  gdb: GdbConnection,
  made: MadeBreakpoint,
  index: WeaveIndex,
): Promise<number[]> {
  const redundant = await findRedundant(gdb, made, index);
  await setBreakpointsEnabled(gdb, redundant, false);
  const kept = made.locations.filter(({ number }) => !redundant.includes(number));
  return kept.map(({ address }) => address);
}

/** Where the client shows it. */
async function shownPlace(
  gdb: GdbConnection,
  { kind, subject = "" }: Wanted,
  made: MadeBreakpoint,
): Promise<Pick<DebugProtocol.Breakpoint, "line" | "source" | "instructionReference">> {
  const [first] = made.locations;
  if (kind === "instruction" && first !== undefined)
    return { instructionReference: `0x${first.address.toString(16)}` };
  const header = kind === "function" ? await headerBeforeAdvice(gdb, subject, made) : undefined;
  if (header !== undefined) return { line: header.line, source: { path: header.path } };
  return {
    ...(made.line === undefined ? {} : { line: made.line }),
    ...(made.file === undefined || kind === "source" ? {} : { source: { path: made.file } }),
  };
}

/** A function's first code may be advice's, though the stop is shown in the function: the breakpoint is at its header then. */
async function headerBeforeAdvice(gdb: GdbConnection, subject: string, { file }: MadeBreakpoint) {
  const name = /(?<!\w)\w+$/.exec(subject)?.[0];
  if (name === undefined || file?.endsWith(".ah") !== true) return undefined;
  const headers = await functionHeaders(gdb, name);
  return headers.length === 1 ? headers[0] : undefined;
}

/** Only glue makes locations redundant, so only then GDB is asked for more. */
async function findRedundant(gdb: GdbConnection, made: MadeBreakpoint, index: WeaveIndex): Promise<string[]> {
  if (made.locations.length < 2) return [];
  if (!made.locations.some(({ symbol }) => index.generated(symbol)?.role === "shadow")) return [];
  const locations = [];
  for (const location of made.locations)
    locations.push({ ...location, container: await functionAt(gdb, location.address) });
  return redundantLocations(locations, index);
}

function noCodeMessage(wanted: Wanted): string {
  if (wanted.kind === "function") return `The kernel has no function ${wanted.subject}.`;
  return wanted.group.endsWith(".ah")
    ? "No advice code comes from this line: the advice affects nothing, or the kernel was built without it."
    : "The kernel has no code from this line: the file is not compiled in, or the kernel was built before.";
}

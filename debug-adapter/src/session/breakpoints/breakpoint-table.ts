/**
 * The breakpoints that the client wants, and GDB's numbers for them. Sets replace each other as the protocol wants;
 * what did not change keeps its GDB breakpoint, and so its hit count. After a restart everything is set again.
 */
import type { DebugProtocol } from "@vscode/debugprotocol";
import {
  type HitCondition,
  isDue,
  isPointcut,
  type LogPart,
  type PointcutPlace,
  parseHitCondition,
  parseLogMessage,
  type ResolvedPointcut,
  redundantLocations,
  type WeaveIndex,
} from "../../engine/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import {
  deleteBreakpoints,
  evaluate,
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
  timesHit,
} from "../gdb/mi-commands.js";
import { type PlacedPointcut, placePointcut } from "./pointcut-breakpoint.js";

const EARLY =
  "This code runs only while the kernel starts: its memory is given away then, and nothing stops here any more.";

/** `panic`: where the kernel gives up. */
export type BreakpointKind = "source" | "function" | "instruction" | "data" | "panic";

/** What the client asked for, in one form for all kinds. */
interface Wanted {
  readonly kind: BreakpointKind;
  /** Source file for `source`, empty for the others: one set per kind and file. */
  readonly group: string;
  readonly line?: number;
  /** Function name or the expression to watch, or a pointcut in place of either. */
  readonly subject?: string;
  readonly access?: "read" | "write" | "readWrite";
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
}

interface Entry {
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

export interface BreakpointTable {
  setSource(
    file: string,
    wanted: readonly DebugProtocol.SourceBreakpoint[],
  ): Promise<DebugProtocol.Breakpoint[]>;
  setFunctions(wanted: readonly DebugProtocol.FunctionBreakpoint[]): Promise<DebugProtocol.Breakpoint[]>;
  setInstructions(
    wanted: readonly DebugProtocol.InstructionBreakpoint[],
  ): Promise<DebugProtocol.Breakpoint[]>;
  setData(wanted: readonly DebugProtocol.DataBreakpoint[]): Promise<DebugProtocol.Breakpoint[]>;
  /** Stops where the kernel gives up, in those of these functions that it has; nobody is told of the others. */
  setPanics(functions: readonly string[]): Promise<void>;
  /** Called at each stop at GDB's breakpoint `number`, at an instruction; `undefined` when it is not of this table. */
  hit(number: string, stopped?: Stopped): Promise<Hit | undefined>;
  /** No breakpoint is wanted, but those for the kernel's own end. */
  isEmpty(): boolean;
  /** Some have no code yet. */
  isWaiting(): boolean;
  /** After code came with a module, or went: what was waiting for it, or lay in it, is set again. Returns what the client should know. */
  follow(change: "came" | "went"): Promise<DebugProtocol.Breakpoint[]>;
  /** Sets everything again, after the kernel's symbols were read anew. */
  renew(): Promise<void>;
}

/** `resolve`: the places of a pointcut in the kernel that is debugged. */
export function createBreakpointTable(
  gdb: GdbConnection,
  index: () => WeaveIndex,
  resolve: (pointcut: string) => Promise<ResolvedPointcut>,
): BreakpointTable {
  let entries: Entry[] = [];
  let lastId = 0;

  const replace = async (kind: BreakpointKind, group: string, wanted: readonly Wanted[]) => {
    const old = entries.filter((entry) => entry.wanted.kind === kind && entry.wanted.group === group);
    const kept = wanted.map((want) => old.find((entry) => sameWish(entry.wanted, want)));
    const gone = old.filter((entry) => !kept.includes(entry));
    await deleteBreakpoints(gdb, numbersOf(gone));
    entries = entries.filter((entry) => !gone.includes(entry));
    const result: Entry[] = [];
    for (const [position, want] of wanted.entries()) {
      const entry = kept[position] ?? createEntry(++lastId, want);
      if (!entries.includes(entry)) {
        await apply(gdb, entry, index(), resolve);
        entries.push(entry);
      }
      result.push(entry);
    }
    return result.map((entry) => entry.answer);
  };

  return {
    setSource: (file, wanted) =>
      replace(
        "source",
        file,
        wanted.map(({ line, condition, hitCondition, logMessage }) =>
          compact({ kind: "source", group: file, line, condition, hitCondition, logMessage }),
        ),
      ),
    setFunctions: (wanted) =>
      replace(
        "function",
        "",
        wanted.map(({ name, condition, hitCondition }) =>
          compact({ kind: "function", group: "", subject: name, condition, hitCondition }),
        ),
      ),
    setInstructions: (wanted) =>
      replace(
        "instruction",
        "",
        wanted.map(({ instructionReference, offset = 0, condition, hitCondition }) =>
          compact({
            kind: "instruction",
            group: "",
            subject: `*(${instructionReference})${offset < 0 ? "-" : "+"}${Math.abs(offset)}`,
            condition,
            hitCondition,
          }),
        ),
      ),
    setData: (wanted) =>
      replace(
        "data",
        "",
        wanted.map(({ dataId, accessType, condition, hitCondition }) =>
          compact({
            kind: "data",
            group: "",
            subject: dataId,
            access: accessType ?? "write",
            condition,
            hitCondition,
          }),
        ),
      ),
    hit: async (number, stopped) => {
      const entry = entries.find(
        (candidate) => candidate.number === number || candidate.pointcut?.places.has(number),
      );
      if (entry === undefined) return undefined;
      const also: Hit[] = [];
      for (const [other, its] of stopped === undefined ? [] : othersAt(entries, entry, stopped.address))
        if (await isMet(gdb, other, its, stopped?.threadId ?? 1)) also.push(await hitOf(gdb, other, its));
      return { ...(await hitOf(gdb, entry, number)), ...(also.length === 0 ? {} : { also }) };
    },
    setPanics: async (functions) => {
      await replace(
        "panic",
        "",
        functions.map((subject) => compact({ kind: "panic", group: "", subject })),
      );
      // A function that comes with a module, or never, would be pending.
      const pending = entries.filter(({ wanted, answer }) => wanted.kind === "panic" && !answer.verified);
      await deleteBreakpoints(gdb, numbersOf(pending));
      for (const entry of pending) delete entry.number;
    },
    isWaiting: () => entries.some(({ number, answer }) => number !== undefined && !answer.verified),
    isEmpty: () => entries.every(({ wanted }) => wanted.kind === "panic"),
    follow: async (change) => {
      const changed: DebugProtocol.Breakpoint[] = [];
      for (const entry of entries) {
        const { number, answer, isLate = false } = entry;
        if (number === undefined || (change === "came" ? answer.verified : !isLate)) continue;
        await deleteBreakpoints(gdb, [number]);
        await apply(gdb, entry, index(), resolve);
        entry.isLate = entry.answer.verified;
        if (entry.answer.verified !== answer.verified) changed.push(entry.answer);
      }
      return changed;
    },
    renew: async () => {
      await deleteBreakpoints(gdb, numbersOf(entries));
      for (const entry of entries) await apply(gdb, entry, index(), resolve);
    },
  };
}

function createEntry(id: number, wanted: Wanted): Entry {
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

/** Asks GDB for the breakpoint and writes the answer for the client into the entry. Never throws. */
async function apply(
  gdb: GdbConnection,
  entry: Entry,
  index: WeaveIndex,
  resolve: (pointcut: string) => Promise<ResolvedPointcut>,
): Promise<void> {
  const { wanted, id } = entry;
  entry.met = 0;
  delete entry.number;
  delete entry.pointcut;
  delete entry.file;
  delete entry.addresses;
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
        ...(await (wanted.kind === "data" ? watch(gdb, entry) : place(gdb, entry, index))),
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

function pointcutOf({ kind, subject = "" }: Wanted): string | undefined {
  return (kind === "function" || kind === "data") && isPointcut(subject) ? subject : undefined;
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

async function watch(gdb: GdbConnection, entry: Entry): Promise<DebugProtocol.Breakpoint> {
  const { subject = "", access = "write", condition } = entry.wanted;
  entry.number = await insertWatchpoint(gdb, subject, access);
  if (condition !== undefined) await gdb.sendCommand(`-break-condition ${entry.number} ${condition}`);
  if (entry.hits !== undefined) await ignoreHits(gdb, entry.number, entry.hits.count - 1);
  return { verified: true };
}

async function place(gdb: GdbConnection, entry: Entry, index: WeaveIndex): Promise<DebugProtocol.Breakpoint> {
  const { kind, group, line = 0, subject = "", condition } = entry.wanted;
  const advised = kind === "source" ? index.advisedFunctionAt(group, line) : undefined;
  const where =
    advised !== undefined
      ? functionPlace(advised, group)
      : kind === "source"
        ? sourcePlace(group, line)
        : namedPlace(subject);
  const made = await insertBreakpoint(gdb, where, {
    ...(condition === undefined ? {} : { condition }),
    ignore: (entry.hits?.count ?? 1) - 1,
  });
  entry.number = made.number;
  // The header of an advised function is meant, though its first code may be the advice.
  if (kind === "source" && advised === undefined) entry.file = made.file ?? group;
  if (made.pending) return { verified: false, message: noCodeMessage(entry.wanted) };
  const redundant = await findRedundant(gdb, made, index);
  await setBreakpointsEnabled(gdb, redundant, false);
  const kept = made.locations.filter(({ number }) => !redundant.includes(number));
  entry.addresses = kept.map(({ address }) => address);
  const [first] = made.locations;
  const isEarly = kind !== "panic" && first !== undefined && (await isDiscarded(gdb, first.address));
  const known = { verified: true, ...(isEarly ? { message: EARLY } : {}) };
  if (advised !== undefined) return { ...known, line };
  if (kind === "instruction" && first !== undefined)
    return { ...known, instructionReference: `0x${first.address.toString(16)}` };
  const header = kind === "function" ? await headerBeforeAdvice(gdb, subject, made) : undefined;
  if (header !== undefined) return { ...known, line: header.line, source: { path: header.path } };
  return {
    ...known,
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

function numbersOf(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ number, pointcut }) => [
    ...(number === undefined ? [] : [number]),
    ...(pointcut?.places.keys() ?? []),
  ]);
}

type Loose<T> = { [K in keyof T]: T[K] | undefined };

/** Without what the client left open or empty. */
function compact(wanted: Partial<Loose<Wanted>>): Wanted {
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined && value !== "");
  return { group: "", ...Object.fromEntries(given) } as Wanted;
}

function sameWish(a: Wanted, b: Wanted): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

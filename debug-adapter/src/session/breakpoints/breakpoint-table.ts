/**
 * The breakpoints that the client wants, and GDB's numbers for them. Sets replace each other as the protocol wants;
 * what did not change keeps its GDB breakpoint, and so its hit count. After a restart everything is set again.
 */
import type { DebugProtocol } from "@vscode/debugprotocol";
import { deleteBreakpoints } from "../gdb/mi-commands.js";
import { createEntry, type Entry, numbersOf } from "./breakpoint-entry.js";
import { type Hit, hitAt, type Stopped } from "./breakpoint-hit.js";
import { type BreakpointPlacer, placeEntry } from "./place-breakpoint.js";
import {
  type BreakpointKind,
  dataWish,
  functionWish,
  instructionWish,
  panicWish,
  sameWish,
  sourceWish,
  type Wanted,
} from "./wanted-breakpoint.js";

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

export function createBreakpointTable(placer: BreakpointPlacer): BreakpointTable {
  const { gdb } = placer;
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
        await placeEntry(placer, entry);
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
        wanted.map((breakpoint) => sourceWish(file, breakpoint)),
      ),
    setFunctions: (wanted) => replace("function", "", wanted.map(functionWish)),
    setInstructions: (wanted) => replace("instruction", "", wanted.map(instructionWish)),
    setData: (wanted) => replace("data", "", wanted.map(dataWish)),
    hit: (number, stopped) => hitAt(gdb, entries, number, stopped),
    setPanics: async (functions) => {
      await replace("panic", "", functions.map(panicWish));
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
        await placeEntry(placer, entry);
        entry.isLate = entry.answer.verified;
        if (entry.answer.verified !== answer.verified) changed.push(entry.answer);
      }
      return changed;
    },
    renew: async () => {
      await deleteBreakpoints(gdb, numbersOf(entries));
      for (const entry of entries) await placeEntry(placer, entry);
    },
  };
}

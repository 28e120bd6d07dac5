/**
 * Stops at exceptions of the CPU that the kernel's own code meets. In Linux the places where it is entered have names.
 * In other kernels the CPU's table of handlers says where it would go, and the table is followed: where the kernel loads
 * one, and where it fills in a gate, the machine stops unseen and the breakpoints move to what is there then.
 */
import type { DebugProtocol } from "@vscode/debugprotocol";
import { runProcess } from "@weft/weaver-bridge/kernel-build";
import {
  type CpuException,
  type CpuTable,
  EXCEPTIONS,
  factsOfWord,
  GATE_SIZE,
  handlerTableIn,
  IN_C,
  inKernelCondition,
} from "@weft/weaver-bridge/machine";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { unlessGdbRefuses } from "../gdb/gdb-refusal.js";
import { monitorRegisters, readGate } from "../gdb/handler-table.js";
import {
  deleteBreakpoints,
  insertBreakpoint,
  insertWatchpoint,
  numberOf,
  typeOf,
  wordSize,
} from "../gdb/mi-commands.js";
import type { EntryFrames } from "../kernel/entry-frames.js";
import { operandOf } from "../values/value-reader.js";
import { type CaughtException, describeException, entryOf } from "./exception-place.js";

/** What the user wants to stop at: a filter's name and, if it has one, a condition in C. */
export type WantedExceptions = ReadonlyMap<string, string | undefined>;

export interface ExceptionCatcher {
  /** The machine stands. What became of each, in their order. */
  want(wanted: WantedExceptions): Promise<DebugProtocol.Breakpoint[]>;
  /** GDB's breakpoint is one where the table of handlers changes: it is followed when this resolves. */
  passed(breakpoint: string | undefined, threadId: number): Promise<boolean>;
  /** What GDB's breakpoint caught; `undefined` when it is none of ours. */
  caught(breakpoint: string | undefined, threadId: number): Promise<CaughtException | undefined>;
  /** Another machine, or other symbols: everything is set again. */
  renew(): Promise<void>;
}

export interface ExceptionCatcherParts {
  readonly gdb: GdbConnection;
  readonly frames: EntryFrames;
  /** File with the kernel's symbols. */
  readonly symbols: () => string;
}

/** Milliseconds that binutils may take for a kernel. */
const DEADLINE = 60_000;
/** Places where a kernel loads a table; more are data that looks like it. */
const MOST_LOADS = 16;

interface Armed {
  readonly exception: CpuException;
  readonly handler: bigint;
  /** Of a task of its own: the interrupted one's registers are in its task state, not on this stack. */
  readonly isTask?: boolean;
}

export function createExceptionCatcher({ gdb, frames, symbols }: ExceptionCatcherParts): ExceptionCatcher {
  let wanted: WantedExceptions = new Map();
  /** By GDB's numbers. */
  let armed = new Map<string, Armed>();
  let loads = new Set<string>();
  let gates = new Set<string>();
  /** What GDB says of a condition, by the exception's name. */
  const refused = new Map<string, string>();
  /** Addresses of gates. */
  let watched = new Set<bigint>();
  /** Caught in a function of the kernel. */
  const inC = new Set<CpuException>();
  /** Whose first instruction GDB can look through. */
  const described = new Set<bigint>();

  const arm = async (found: readonly Armed[]) => {
    const known = [...armed.values()].map(({ exception, handler }) => `${exception.name} ${handler}`);
    const added = found.filter(({ exception, handler }) => !known.includes(`${exception.name} ${handler}`));
    const blind = added.filter(
      ({ handler, exception, isTask }) => isTask !== true && !described.has(handler) && !inC.has(exception),
    );
    for (const { handler } of blind) described.add(handler);
    if (blind.length > 0)
      await frames.describeHandlers(
        gdb,
        blind.map(({ handler, exception }) => ({ start: handler, hasErrorCode: exception.hasErrorCode })),
      );
    for (const one of added) {
      const condition = await conditionOf(one.exception);
      try {
        const made = await insertBreakpoint(gdb, `*0x${one.handler.toString(16)}`, condition);
        armed.set(made.number, one);
      } catch (error) {
        refused.set(one.exception.name, (error as Error).message);
      }
    }
  };
  const conditionOf = async (exception: CpuException) => {
    const { name, hasErrorCode } = exception;
    const own = wanted.get(name);
    const inKernel =
      inC.has(exception) || name === "double-fault"
        ? []
        : [inKernelCondition(hasErrorCode, await wordSize(gdb))];
    const condition = [...inKernel, ...(own === undefined ? [] : [`(${own})`])].join(" && ");
    return condition === "" ? {} : { condition };
  };
  const isLinux = () =>
    unlessGdbRefuses(numberOf(gdb, "&linux_banner")).then((address) => address !== undefined);
  const exceptions = () => EXCEPTIONS.filter(({ name }) => wanted.has(name) && !refused.has(name));

  const armLinux = async () => {
    const found: Armed[] = [];
    for (const exception of exceptions())
      for (const name of exception.linux) {
        const handler = await unlessGdbRefuses(numberOf(gdb, `&${name}`));
        if (handler === undefined) continue;
        if (IN_C.test(name)) inC.add(exception);
        found.push({ exception, handler });
        break;
      }
    await arm(found);
  };
  const follow = async ({ base, limit }: CpuTable) => {
    const word = await wordSize(gdb);
    const size = GATE_SIZE[word];
    const found: Armed[] = [];
    for (const exception of exceptions()) {
      const at = base + BigInt(exception.vector * size);
      if (exception.vector * size + size - 1 > limit) continue;
      const gate = await readGate(gdb, at, word);
      const handler = gate === undefined || gate === "unreadable" ? undefined : await entryOf(gdb, gate);
      const isTask = typeof gate === "object" && gate.isTask;
      if (handler !== undefined) found.push({ exception, handler, isTask });
      if (watched.has(at)) continue;
      watched.add(at);
      // Its upper half says whether something is in.
      const number = await insertWatchpoint(gdb, `*(unsigned *)0x${(at + 4n).toString(16)}`, "write");
      gates.add(number);
    }
    await arm(found);
  };

  const set = async () => {
    await unlessGdbRefuses(deleteBreakpoints(gdb, [...armed.keys(), ...loads, ...gates])); // They may have gone with a machine.
    armed = new Map();
    loads = new Set();
    gates = new Set();
    watched = new Set();
    inC.clear();
    if (exceptions().length === 0) return;
    if (await isLinux()) return armLinux();
    for (const address of await loadsIn(gdb, symbols())) {
      const made = await insertBreakpoint(gdb, `*0x${address.toString(16)}`);
      loads.add(made.number);
    }
    const table = handlerTableIn(await monitorRegisters(gdb));
    if (table !== undefined) await follow(table);
  };

  return {
    async want(next) {
      wanted = next;
      refused.clear();
      for (const [name, condition] of next)
        if (condition !== undefined)
          await typeOf(gdb, condition).catch((error: Error) => refused.set(name, error.message));
      await set();
      return [...next.keys()].map((name) => {
        const message = refused.get(name);
        return message === undefined ? { verified: true } : { verified: false, message };
      });
    },
    async passed(breakpoint, threadId) {
      if (breakpoint === undefined || !(loads.has(breakpoint) || gates.has(breakpoint))) return false;
      const table = loads.has(breakpoint)
        ? await tableLoadedAt(gdb, threadId)
        : handlerTableIn(await monitorRegisters(gdb));
      if (table !== undefined) await follow(table);
      return true;
    },
    async caught(breakpoint, threadId) {
      const one = breakpoint === undefined ? undefined : armed.get(breakpoint);
      if (one === undefined) return undefined;
      const kind = { isInC: inC.has(one.exception), isTask: one.isTask === true };
      return describeException(gdb, one.exception, kind, threadId);
    },
    renew: set,
  };
}

/** Where instructions load a table of handlers. */
async function loadsIn(gdb: GdbConnection, symbols: string): Promise<bigint[]> {
  const { output } = await runProcess(["objdump", "-d", "--no-show-raw-insn", symbols], {
    directory: process.cwd(),
    deadline: DEADLINE,
  });
  const { loadsTrapTable } = factsOfWord(await wordSize(gdb)).entries;
  const loads = output.toString().matchAll(new RegExp(`^ *([\\da-f]+):\\s+${loadsTrapTable}`, "gm"));
  const found = Array.from(loads, ([, at = ""]) => BigInt(`0x${at}`));
  return found.length > MOST_LOADS ? [] : found;
}

/** The machine stands before an instruction that loads a table. */
async function tableLoadedAt(gdb: GdbConnection, threadId: number): Promise<CpuTable | undefined> {
  const frame = { threadId, frameId: 0 };
  const instruction = await gdb.consoleCommand(
    "with disassembly-flavor intel -- x/i $pc",
    `--thread ${threadId}`,
  );
  const operand = operandOf(instruction);
  if (operand === undefined) return undefined;
  const read = (place: string) => unlessGdbRefuses(numberOf(gdb, place, frame));
  const limit = Number(await read(`*(unsigned short *)(${operand})`));
  const base = await read(`*(unsigned long *)((char *)(${operand}) + 2)`);
  return base === undefined || !(limit > 0) ? undefined : { base, limit };
}

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

export function createExceptionCatcher(parts: ExceptionCatcherParts): ExceptionCatcher {
  return new HandlerBreakpoints(parts);
}

/** Breakpoints at the handlers of what is wanted, and at what changes which handlers there are. */
class HandlerBreakpoints implements ExceptionCatcher {
  private wanted: WantedExceptions = new Map();
  /** What GDB says of a condition, by the exception's name. */
  private readonly refused = new Map<string, string>();
  /** By GDB's numbers. */
  private armed = new Map<string, Armed>();
  /** GDB's numbers where a table is loaded, and where a gate of it is written. */
  private loads = new Set<string>();
  private gates = new Set<string>();
  /** Addresses of gates. */
  private watched = new Set<bigint>();
  /** Caught in a function of the kernel. */
  private readonly inC = new Set<CpuException>();
  /** Whose first instruction GDB can look through. */
  private readonly described = new Set<bigint>();

  constructor(private readonly parts: ExceptionCatcherParts) {}

  async want(next: WantedExceptions): Promise<DebugProtocol.Breakpoint[]> {
    const { gdb } = this.parts;
    this.wanted = next;
    this.refused.clear();
    for (const [name, condition] of next)
      if (condition !== undefined)
        await typeOf(gdb, condition).catch((error: Error) => this.refused.set(name, error.message));
    await this.renew();
    return [...next.keys()].map((name) => {
      const message = this.refused.get(name);
      return message === undefined ? { verified: true } : { verified: false, message };
    });
  }

  async passed(breakpoint: string | undefined, threadId: number): Promise<boolean> {
    if (breakpoint === undefined) return false;
    const isLoad = this.loads.has(breakpoint);
    if (!isLoad && !this.gates.has(breakpoint)) return false;
    const { gdb } = this.parts;
    const table = isLoad ? await tableLoadedAt(gdb, threadId) : handlerTableIn(await monitorRegisters(gdb));
    if (table !== undefined) await this.follow(table);
    return true;
  }

  async caught(breakpoint: string | undefined, threadId: number): Promise<CaughtException | undefined> {
    const met = breakpoint === undefined ? undefined : this.armed.get(breakpoint);
    if (met === undefined) return undefined;
    const kind = { isInC: this.inC.has(met.exception), isTask: met.isTask === true };
    return describeException(this.parts.gdb, met.exception, kind, threadId);
  }

  async renew(): Promise<void> {
    const { gdb, symbols } = this.parts;
    await this.clear();
    if (this.exceptions().length === 0) return;
    const banner = await unlessGdbRefuses(numberOf(gdb, "&linux_banner"));
    if (banner !== undefined) return this.armEntriesOfLinux();
    for (const address of await loadsIn(gdb, symbols())) {
      const made = await insertBreakpoint(gdb, `*0x${address.toString(16)}`);
      this.loads.add(made.number);
    }
    const table = handlerTableIn(await monitorRegisters(gdb));
    if (table !== undefined) await this.follow(table);
  }

  private async clear(): Promise<void> {
    const numbers = [...this.armed.keys(), ...this.loads, ...this.gates];
    await unlessGdbRefuses(deleteBreakpoints(this.parts.gdb, numbers)); // They may have gone with a machine.
    this.armed = new Map();
    this.loads = new Set();
    this.gates = new Set();
    this.watched = new Set();
    this.inC.clear();
  }

  private exceptions(): CpuException[] {
    return EXCEPTIONS.filter(({ name }) => this.wanted.has(name) && !this.refused.has(name));
  }

  private async armEntriesOfLinux(): Promise<void> {
    const handlers: Armed[] = [];
    for (const exception of this.exceptions())
      for (const name of exception.linux) {
        const handler = await unlessGdbRefuses(numberOf(this.parts.gdb, `&${name}`));
        if (handler === undefined) continue;
        if (IN_C.test(name)) this.inC.add(exception);
        handlers.push({ exception, handler });
        break;
      }
    await this.arm(handlers);
  }

  /** Breakpoints at the handlers that a table has now; what it will have is watched. */
  private async follow({ base, limit }: CpuTable): Promise<void> {
    const { gdb } = this.parts;
    const word = await wordSize(gdb);
    const size = GATE_SIZE[word];
    const handlers: Armed[] = [];
    for (const exception of this.exceptions()) {
      const at = base + BigInt(exception.vector * size);
      if (exception.vector * size + size - 1 > limit) continue;
      const gate = await readGate(gdb, at, word);
      const handler = gate === undefined || gate === "unreadable" ? undefined : await entryOf(gdb, gate);
      const isTask = typeof gate === "object" && gate.isTask;
      if (handler !== undefined) handlers.push({ exception, handler, isTask });
      await this.watchGate(at);
    }
    await this.arm(handlers);
  }

  private async watchGate(at: bigint): Promise<void> {
    if (this.watched.has(at)) return;
    this.watched.add(at);
    // Its upper half says whether something is in.
    const upper = `*(unsigned *)0x${(at + 4n).toString(16)}`;
    this.gates.add(await insertWatchpoint(this.parts.gdb, upper, "write"));
  }

  private async arm(handlers: readonly Armed[]): Promise<void> {
    const { gdb } = this.parts;
    const known = new Set([...this.armed.values()].map(nameHandler));
    const added = handlers.filter((handler) => !known.has(nameHandler(handler)));
    await this.describe(added);
    for (const entry of added) {
      const condition = await this.conditionOf(entry.exception);
      try {
        const made = await insertBreakpoint(gdb, `*0x${entry.handler.toString(16)}`, condition);
        this.armed.set(made.number, entry);
      } catch (error) {
        this.refused.set(entry.exception.name, (error as Error).message);
      }
    }
  }

  /** GDB learns how the frames of handlers in assembly look. */
  private async describe(handlers: readonly Armed[]): Promise<void> {
    const { gdb, frames } = this.parts;
    const blind = handlers.filter(
      ({ handler, exception, isTask }) =>
        isTask !== true && !this.described.has(handler) && !this.inC.has(exception),
    );
    if (blind.length === 0) return;
    for (const { handler } of blind) this.described.add(handler);
    const starts = blind.map(({ handler, exception }) => ({
      start: handler,
      hasErrorCode: exception.hasErrorCode,
    }));
    await frames.describeHandlers(gdb, starts);
  }

  private async conditionOf(exception: CpuException): Promise<{ condition?: string }> {
    const { name, hasErrorCode } = exception;
    const own = this.wanted.get(name);
    const inKernel =
      this.inC.has(exception) || name === "double-fault"
        ? []
        : [inKernelCondition(hasErrorCode, await wordSize(this.parts.gdb))];
    const condition = [...inKernel, ...(own === undefined ? [] : [`(${own})`])].join(" && ");
    return condition === "" ? {} : { condition };
  }
}

function nameHandler({ exception, handler }: Armed): string {
  return `${exception.name} ${handler}`;
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

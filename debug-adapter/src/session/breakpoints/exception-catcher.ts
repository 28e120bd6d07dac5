/**
 * Stops at exceptions of the CPU that the kernel's own code meets. In Linux the places where it is entered have names.
 * In other kernels the CPU's table of handlers says where it would go, and the table is followed: where the kernel loads
 * one, and where it fills in a gate, the machine stops unseen and the breakpoints move to what is there then.
 */
import type { DebugProtocol } from "@vscode/debugprotocol";
import { runProcess } from "@weft/weaver-bridge/kernel-build";
import {
  type CpuException,
  EXCEPTIONS,
  errorCodeText,
  GATE_SIZE,
  type Gate,
  type HandlerTable,
  handlerTableIn,
  IN_C,
  inKernelCondition,
} from "../../engine/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { monitorRegisters, readGate } from "../gdb/handler-table.js";
import {
  codePlace,
  deleteBreakpoints,
  evaluate,
  insertBreakpoint,
  insertWatchpoint,
  numberOf,
  readMemory,
  stackFrames,
  typeOf,
  wordSize,
} from "../gdb/mi-commands.js";
import type { EntryFrames } from "../kernel/entry-frames.js";
import { operandOf } from "../values/value-reader.js";

/** What the user wants to stop at: a filter's name and, if it has one, a condition in C. */
export type WantedExceptions = ReadonlyMap<string, string | undefined>;

export interface CaughtException {
  /** `Page fault`. */
  readonly title: string;
  /** What happened, where, why; a sentence or two. */
  readonly text: string;
}

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
    numberOf(gdb, "&linux_banner").then(
      () => true,
      () => false,
    );
  const exceptions = () => EXCEPTIONS.filter(({ name }) => wanted.has(name) && !refused.has(name));

  const armLinux = async () => {
    const found: Armed[] = [];
    for (const exception of exceptions())
      for (const name of exception.linux) {
        const handler = await numberOf(gdb, `&${name}`).catch(() => undefined);
        if (handler === undefined) continue;
        if (IN_C.test(name)) inC.add(exception);
        found.push({ exception, handler });
        break;
      }
    await arm(found);
  };
  const follow = async ({ base, limit }: HandlerTable) => {
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
    await deleteBreakpoints(gdb, [...armed.keys(), ...loads, ...gates]).catch(() => {}); // They may have gone with a machine.
    armed = new Map();
    loads = new Set();
    gates = new Set();
    watched = new Set();
    inC.clear();
    if (exceptions().length === 0) return;
    if (await isLinux()) return armLinux();
    for (const address of await loadsIn(symbols())) {
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
      const isInC = inC.has(one.exception);
      return describe(gdb, one.exception, isInC, threadId, () =>
        one.isTask === true ? interruptedTask(gdb) : interruptedHere(gdb, threadId, isInC),
      );
    },
    renew: set,
  };
}

/** Where instructions load a table of handlers. */
async function loadsIn(symbols: string): Promise<bigint[]> {
  const { output } = await runProcess(["objdump", "-d", "--no-show-raw-insn", symbols], {
    directory: process.cwd(),
    deadline: DEADLINE,
  });
  const found = [...output.toString().matchAll(/^ *([\da-f]+):\s+lidt/gm)].map(([, at = ""]) =>
    BigInt(`0x${at}`),
  );
  return found.length > MOST_LOADS ? [] : found;
}

/** The machine stands before an instruction that loads a table. */
async function tableLoadedAt(gdb: GdbConnection, threadId: number): Promise<HandlerTable | undefined> {
  const frame = { threadId, frameId: 0 };
  const instruction = await gdb.consoleCommand(
    "with disassembly-flavor intel -- x/i $pc",
    `--thread ${threadId}`,
  );
  const operand = operandOf(instruction);
  if (operand === undefined) return undefined;
  try {
    const limit = Number(await evaluate(gdb, `*(unsigned short *)(${operand})`, frame));
    const base = BigInt(await evaluate(gdb, `*(unsigned long *)((char *)(${operand}) + 2)`, frame));
    return limit === 0 ? undefined : { base, limit };
  } catch {
    return undefined;
  }
}

/** First instruction of what a gate leads to. */
async function entryOf(gdb: GdbConnection, { handler, isTask }: Gate): Promise<bigint | undefined> {
  return isTask ? counterOfTask(gdb, await monitorRegisters(gdb), handler) : handler;
}

/** Where a task goes on, of 32 bits: what its task state says. */
async function counterOfTask(
  gdb: GdbConnection,
  registers: string,
  selector: bigint,
): Promise<bigint | undefined> {
  const table = /^GDT=\s*([\da-f]+)/m.exec(registers)?.[1];
  if (table === undefined) return undefined;
  try {
    const bytes = await readMemory(gdb, BigInt(`0x${table}`) + (selector & ~7n), 8);
    const base = bytes.readUInt16LE(2) | (bytes.readUInt8(4) << 16) | (bytes.readUInt8(7) << 24);
    // `eip` of a task state segment.
    return BigInt((await readMemory(gdb, BigInt(base >>> 0) + 32n, 4)).readUInt32LE(0));
  } catch {
    return undefined;
  }
}

async function describe(
  gdb: GdbConnection,
  exception: CpuException,
  isInC: boolean,
  threadId: number,
  interrupted: () => Promise<bigint | undefined>,
): Promise<CaughtException> {
  const { name, label, hasErrorCode } = exception;
  const title = label.replace(/ in the kernel$|, or .*$/, "");
  const top = { threadId, frameId: 0 };
  const number = (expression: string) => numberOf(gdb, expression, top).catch(() => undefined);
  const code = hasErrorCode ? await number(isInC ? "error_code" : "*(unsigned long *)$sp") : undefined;
  const address = name === "page-fault" ? await number("$cr2") : undefined;
  const why = code === undefined ? "" : errorCodeText(name, Number(code));
  const told = [
    address === undefined ? "" : ` at address 0x${address.toString(16)}`,
    why === "" ? "" : `: ${why}`,
    code === undefined ? "" : ` (error code 0x${code.toString(16)})`,
  ].join("");
  const counter = await interrupted();
  const where = counter === undefined ? "" : await instructionText(gdb, counter);
  return { title, text: `${title}${told}. ${where}`.trim() };
}

/** Whose instruction met it: the frame below the one that the CPU made. */
async function interruptedHere(
  gdb: GdbConnection,
  threadId: number,
  isInC: boolean,
): Promise<bigint | undefined> {
  const frames = await stackFrames(gdb, threadId, 0, 12).catch(() => []);
  const trap = isInC ? frames.findIndex(({ symbol }) => symbol === "<signal handler called>") : 0;
  const counter = trap === -1 ? undefined : frames[trap + 1]?.address;
  return counter === undefined ? undefined : BigInt(counter);
}

/** The same where the CPU went to another task: the first word of that task's state says from which. */
async function interruptedTask(gdb: GdbConnection): Promise<bigint | undefined> {
  const registers = await monitorRegisters(gdb);
  const state = /^TR\s*=\s*[\da-f]+ ([\da-f]+)/m.exec(registers)?.[1];
  const link =
    state === undefined ? undefined : await readMemory(gdb, BigInt(`0x${state}`), 2).catch(() => undefined);
  return link === undefined ? undefined : counterOfTask(gdb, registers, BigInt(link.readUInt16LE(0)));
}

async function instructionText(gdb: GdbConnection, counter: bigint): Promise<string> {
  const address = `0x${counter.toString(16)}`;
  const { symbol, line } = await codePlace(gdb, counter);
  const instruction = await gdb.consoleCommand(`x/i ${address}`).catch(() => "");
  const spelled = /:\t(.+?)\s*$/s.exec(instruction)?.[1]?.replace(/\s+/g, " ");
  const place = [symbol === "" ? address : symbol, line].filter((part) => part !== "").join(" at ");
  return `${place}${spelled === undefined ? "" : `: ${spelled}`}`;
}

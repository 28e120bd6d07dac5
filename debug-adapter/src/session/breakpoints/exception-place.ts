/** An exception that was caught, in words: what happened, where and whose instruction met it. */
import {
  type CpuException,
  descriptorBase,
  errorCodeText,
  FAULT_ADDRESS,
  type Gate,
  tableIn,
} from "@weft/weaver-bridge/machine";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { unlessGdbRefuses } from "../gdb/gdb-refusal.js";
import { monitorRegisters } from "../gdb/handler-table.js";
import { codePlace, numberOf, readMemory, stackFrames } from "../gdb/mi-commands.js";

export interface CaughtException {
  /** `Page fault`. */
  readonly title: string;
  /** What happened, where, why; a sentence or two. */
  readonly text: string;
}

/** First instruction of what a gate leads to. */
export async function entryOf(gdb: GdbConnection, { handler, isTask }: Gate): Promise<bigint | undefined> {
  return isTask ? counterOfTask(gdb, await monitorRegisters(gdb), handler) : handler;
}

/** Where a task goes on, of 32 bits: what its task state says. */
async function counterOfTask(
  gdb: GdbConnection,
  registers: string,
  selector: bigint,
): Promise<bigint | undefined> {
  const table = tableIn(registers, "GDT");
  if (table === undefined) return undefined;
  const read = (address: bigint, count: number) => unlessGdbRefuses(readMemory(gdb, address, count));
  const descriptor = await read(table.base + (selector & ~7n), 8);
  // The program counter of a task state segment.
  const counter = descriptor && (await read(descriptorBase(descriptor) + 32n, 4));
  return counter && BigInt(counter.readUInt32LE(0));
}

/** What is told where the machine stands in a handler. `isInC`: in one of its functions. `isTask`: of a task of its own. */
export async function describeException(
  gdb: GdbConnection,
  exception: CpuException,
  { isInC, isTask }: { readonly isInC: boolean; readonly isTask: boolean },
  threadId: number,
): Promise<CaughtException> {
  const { name, label, hasErrorCode } = exception;
  const title = label.replace(/ in the kernel$|, or .*$/, "");
  const top = { threadId, frameId: 0 };
  const number = (expression: string) => unlessGdbRefuses(numberOf(gdb, expression, top));
  const code = hasErrorCode ? await number(isInC ? "error_code" : "*(unsigned long *)$sp") : undefined;
  const address = name === "page-fault" ? await number(FAULT_ADDRESS) : undefined;
  const why = code === undefined ? "" : errorCodeText(name, Number(code));
  const told = [
    address === undefined ? "" : ` at address 0x${address.toString(16)}`,
    why === "" ? "" : `: ${why}`,
    code === undefined ? "" : ` (error code 0x${code.toString(16)})`,
  ].join("");
  const counter = isTask ? await interruptedTask(gdb) : await interruptedHere(gdb, threadId, isInC);
  const where = counter === undefined ? "" : await instructionText(gdb, counter);
  return { title, text: `${title}${told}. ${where}`.trim() };
}

/** Whose instruction met it: the frame below the one that the CPU made. */
async function interruptedHere(
  gdb: GdbConnection,
  threadId: number,
  isInC: boolean,
): Promise<bigint | undefined> {
  const frames = (await unlessGdbRefuses(stackFrames(gdb, threadId, 0, 12))) ?? [];
  const trap = isInC ? frames.findIndex(({ symbol }) => symbol === "<signal handler called>") : 0;
  const counter = trap === -1 ? undefined : frames[trap + 1]?.address;
  return counter === undefined ? undefined : BigInt(counter);
}

/** The same where the CPU went to another task: the first word of that task's state says from which. */
async function interruptedTask(gdb: GdbConnection): Promise<bigint | undefined> {
  const registers = await monitorRegisters(gdb);
  const state = /^TR\s*=\s*[\da-f]+ ([\da-f]+)/m.exec(registers)?.[1];
  const link =
    state === undefined ? undefined : await unlessGdbRefuses(readMemory(gdb, BigInt(`0x${state}`), 2));
  return link === undefined ? undefined : counterOfTask(gdb, registers, BigInt(link.readUInt16LE(0)));
}

async function instructionText(gdb: GdbConnection, counter: bigint): Promise<string> {
  const address = `0x${counter.toString(16)}`;
  const { symbol, line } = await codePlace(gdb, counter);
  const instruction = (await unlessGdbRefuses(gdb.consoleCommand(`x/i ${address}`))) ?? "";
  const spelled = /:\t(.+)$/s.exec(instruction.trimEnd())?.[1]?.replace(/\s+/g, " ");
  const place = [symbol === "" ? address : symbol, line].filter((part) => part !== "").join(" at ");
  return `${place}${spelled === undefined ? "" : `: ${spelled}`}`;
}

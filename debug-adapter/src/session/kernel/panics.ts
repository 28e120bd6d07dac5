/** Where kernels give up, and what the user is told there. */
import {
  FAULT_ADDRESS,
  GATE_SIZE,
  handlerTableIn,
  isProtectedMode,
  isStateLine,
  lastFaultIn,
} from "@weft/weaver-bridge/machine";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { unlessGdbRefuses } from "../gdb/gdb-refusal.js";
import { monitorRegisters, readGate } from "../gdb/handler-table.js";
import { evaluate, isHarmlessName, numberOf, readMemory, wordSize } from "../gdb/mi-commands.js";

/** Functions that kernels call when they can't go on; Linux calls the second for an oops, of which it may recover. */
export const PANICS = ["panic", "oops_begin", "kernel_panic", "kpanic", "Panic"] as const;

/** What the kernel says it gives up for: the first argument, where it is a text. */
export async function panicMessage(gdb: GdbConnection, threadId: number): Promise<string | undefined> {
  const frame = { threadId, frameId: 0 };
  const asked = gdb.sendCommand<{ "stack-args": { args: { name: string; value?: string }[] }[] }>(
    `-stack-list-arguments --thread ${threadId} --simple-values 0 0`,
  );
  // Where there is none the stop says enough.
  const name = (await unlessGdbRefuses(asked))?.["stack-args"][0]?.args[0]?.name;
  if (name === undefined || !isHarmlessName(name)) return undefined;
  const value = await unlessGdbRefuses(evaluate(gdb, name, frame));
  return /^0x[\da-f]+ (?:<\w+> )?"(.*)"$/s.exec(value ?? "")?.[1];
}

/** Why a CPU may have reset itself, as far as its state says, and its registers as QEMU spells them. */
export async function resetReport(gdb: GdbConnection): Promise<string> {
  const text = await monitorRegisters(gdb);
  const registers = text.split(/\r?\n/).filter(isStateLine);
  return [...(text === "" ? [] : await likelyCauses(gdb, text)), ...registers].join("\n");
}

const DOUBLE_FAULT = 8n;

async function likelyCauses(gdb: GdbConnection, registers: string): Promise<string[]> {
  const causes: string[] = [];
  const table = handlerTableIn(registers);
  const word = await wordSize(gdb);
  const isProtected = isProtectedMode(registers);
  if (table === undefined) {
    if (isProtected)
      causes.push("The CPU has no table of handlers (IDT): the first exception or interrupt resets it.");
  } else {
    const at = table.base + DOUBLE_FAULT * BigInt(GATE_SIZE[word]);
    const gate = await readGate(gdb, at, word);
    if (gate === "unreadable")
      causes.push(`The table of handlers (IDT) at 0x${table.base.toString(16)} can't be read.`);
    else if (gate === undefined)
      causes.push(
        "The table of handlers has none for a double fault (8): an exception whose own handler fails resets the CPU.",
      );
  }
  const stack = await unlessGdbRefuses(numberOf(gdb, "$sp", { threadId: 1, frameId: 0 }));
  if (isProtected && stack !== undefined && !(await isThere(gdb, stack - BigInt(4 * word), 4 * word)))
    causes.push(
      `No memory is below the stack pointer 0x${stack.toString(16)}, where an exception is noted: the stack may have run over.`,
    );
  const address = lastFaultIn(registers);
  if (address !== 0n)
    causes.push(
      `The last page fault was at address 0x${address.toString(16)} (${FAULT_ADDRESS.slice(1).toUpperCase()}).`,
    );
  return causes;
}

async function isThere(gdb: GdbConnection, address: bigint, count: number): Promise<boolean> {
  return (await unlessGdbRefuses(readMemory(gdb, BigInt.asUintN(64, address), count))) !== undefined;
}

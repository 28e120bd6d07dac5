/** Which register or memory an expression means, asked of a GDB that looks at the machine as it stands. */
import type { Machine } from "@weft/weaver-bridge/machine/code";
import type { TimeMachine } from "../../qemu/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { GdbRefusal } from "../gdb/gdb-refusal.js";
import { withLookingGdb } from "../gdb/looking-gdb.js";
import { evaluate, type FrameReference, wordSize } from "../gdb/mi-commands.js";
import type { Location, RegisterLocation } from "./location.js";

export interface Meant {
  readonly machine: Machine;
  readonly location: Location;
}

/** In bytes; what is longer is many values. */
const LARGEST = 8;
const TOP: FrameReference = { threadId: 1, frameId: 0 };

/** By a GDB of its own, for a moment of the recording. Throws as {@link whereIs}. */
export async function whereIsAt(
  time: TimeMachine,
  symbols: string,
  expression: string,
  position: number,
): Promise<Meant> {
  const scout = await time.scout(position);
  try {
    const stub = await scout.openForReading();
    return await withLookingGdb({ symbols, stub }, (gdb) => whereIs(gdb, expression, TOP));
  } finally {
    await scout.end();
  }
}

/** Throws, with the reason, where it means none, or what is larger than a value. */
export async function whereIs(gdb: GdbConnection, expression: string, frame: FrameReference): Promise<Meant> {
  const { machineOfBits } = await import("@weft/weaver-bridge/machine/code");
  try {
    const machine = machineOfBits((await wordSize(gdb)) === 8 ? 64 : 32);
    const named = registerNamed(expression, machine) ?? (await registerOf(gdb, expression, machine, frame));
    if (named !== undefined && frame.frameId !== 0)
      throw new Error(
        `${expression} is in a register, which the functions that were called since may have changed. Ask in the innermost frame, or go back to where this frame is it.`,
      );
    if (named !== undefined) return { machine, location: named };
    const size = Number(await evaluate(gdb, `sizeof(${expression})`, frame));
    const start = BigInt(await evaluate(gdb, `(unsigned long)&(${expression})`, frame));
    if (size > LARGEST)
      throw new Error(
        `${expression} has ${size} bytes, which come from many places: ask for one member or element of it.`,
      );
    return { machine, location: { kind: "memory", start, size } };
  } catch (error) {
    if (!(error instanceof GdbRefusal)) throw error;
    throw new Error(
      `${expression} names no place there whose value could have come from somewhere: ${error.message}`,
    );
  }
}

function registerNamed(expression: string, { parts }: Machine): RegisterLocation | undefined {
  const name = /^\s*\$(\w+)\s*$/.exec(expression)?.[1];
  const part = name === undefined ? undefined : parts.named(name);
  return part && { kind: "register", number: part.number, start: part.offset, size: part.size };
}

/** Of a variable that the compiler keeps in one here. */
async function registerOf(
  gdb: GdbConnection,
  expression: string,
  machine: Machine,
  frame: FrameReference,
): Promise<Location | undefined> {
  if (!/^\s*[A-Za-z_]\w*\s*$/.test(expression)) return undefined;
  const inFrame = `--thread ${frame.threadId} --frame ${frame.frameId}`;
  const told = await gdb.consoleCommand(`info address ${expression.trim()}`, inFrame);
  const counter = BigInt(await evaluate(gdb, "(unsigned long)$pc", frame));
  const ranges = [...told.matchAll(/Range 0x([0-9a-f]+)-0x([0-9a-f]+): a variable in (\$\w+)/g)];
  const here = ranges.find(([, from, to]) => BigInt(`0x${from}`) <= counter && counter < BigInt(`0x${to}`));
  const register = here?.[3] ?? /^Symbol ".*" is a variable in (\$\w+)/.exec(told)?.[1];
  const location = register === undefined ? undefined : registerNamed(register, machine);
  if (location === undefined) return undefined;
  const size = Number(await evaluate(gdb, `sizeof(${expression})`, frame));
  return size > machine.word ? undefined : { ...location, size };
}

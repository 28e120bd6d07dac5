/**
 * Hooks of one byte, where a jump does not fit: a breakpoint instruction, whose exception leads to the hook's trampoline.
 * The gate of the exception is pointed to a handler of ours, which looks up where the exception was and changes where it
 * returns to; what it does not know it leaves to the kernel's own handler. It stays where it is after unweaving, for a CPU
 * that is in it: then it leads to a trampoline once more. Its code is the machine's (`machine`).
 */
import { unlessUnmapped } from "../../guest/index.js";
import type { Machine } from "../../object-code/index.js";

export interface TrapTarget {
  /** Of the breakpoint. */
  readonly address: number;
  readonly trampoline: number;
}

interface TrapHandler {
  readonly address: number;
  readonly bytes: Buffer;
}

/** With the table aligned behind it. */
const lengthOf = ({ traps: { handler } }: Machine) => Math.ceil(handler.length / 16) * 16;

/** Handler and table; where the kernel's own handler is, {@link handlerPieces} says. */
export function trapHandler(address: number, targets: readonly TrapTarget[], machine: Machine): TrapHandler {
  const { handler, countAt, keysAt, valuesAt } = machine.traps;
  const length = lengthOf(machine);
  const table = address + length;
  const bytes = Buffer.alloc(length + 8 * targets.length);
  Buffer.from(handler).copy(bytes);
  bytes.writeUInt32LE(targets.length, countAt);
  bytes.writeInt32LE(table | 0, keysAt);
  bytes.writeInt32LE((table + 4) | 0, valuesAt);
  const sorted = [...targets].sort((left, right) => left.address - right.address);
  for (const [index, target] of sorted.entries()) {
    bytes.writeInt32LE((target.address + 1) | 0, length + 8 * index);
    bytes.writeInt32LE(target.trampoline | 0, length + 8 * index + 4);
  }
  return { address, bytes };
}

export interface Gate {
  readonly address: number;
  /** In hex, as the kernel has it. */
  readonly original: string;
}

/** Gates of the breakpoint exception, of each table that a CPU has. */
export async function trapGates(
  tables: Iterable<number>,
  read: (address: number, length: number) => Promise<Buffer>,
  known: readonly Gate[],
  { vector, gates: { size } }: Machine["traps"],
): Promise<Gate[]> {
  const gates: Gate[] = [];
  for (const base of tables) {
    const address = base + vector * size;
    const there = await unlessUnmapped(read(address, size));
    // A processor that the kernel has not started still has the firmware's table, which the kernel does not map.
    if (there === undefined) continue;
    const original = there.toString("hex");
    gates.push(known.find((gate) => gate.address === address) ?? { address, original });
  }
  return gates;
}

/** Exceptions go through it, to where a jump of 32 bits reaches. */
export const isPresent = ({ original }: Gate, { traps }: Machine): boolean =>
  traps.gates.isPresent(Buffer.from(original, "hex"));

/** What leads the exception to the handler; what that leaves alone goes to the kernel's own one. */
export function handlerPieces(
  handler: number,
  gates: readonly Gate[],
  { traps }: Pick<Machine, "traps">,
): { address: number; bytes: Buffer }[] {
  const end = handler + traps.handler.length;
  return gates.flatMap((gate) => {
    const bytes = Buffer.from(gate.original, "hex");
    const word = Buffer.alloc(4);
    word.writeInt32LE((traps.gates.targetOf(bytes) - end) | 0);
    return [
      { address: end - 4, bytes: word },
      { address: gate.address, bytes: traps.gates.leadTo(bytes, handler) },
    ];
  });
}

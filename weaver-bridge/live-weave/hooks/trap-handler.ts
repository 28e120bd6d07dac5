/**
 * Hooks of one byte, where a jump does not fit: a breakpoint instruction, whose exception leads to the hook's trampoline.
 * The gate of the exception is pointed to a handler of ours, which looks up where the exception was and changes where it
 * returns to; what it does not know it leaves to the kernel's own handler. It stays where it is after unweaving, for a CPU
 * that is in it: then it leads to a trampoline once more.
 *
 *     push eax; push ecx
 *     mov eax, [esp+8]          behind the breakpoint
 *     mov ecx, TABLE
 * 1:  cmp [cs:ecx], eax; je 2   the table is read through the code segment: a program may have changed the others
 *     cmp [cs:ecx], 0; je 3
 *     add ecx, 8; jmp 1
 * 2:  mov eax, [cs:ecx+4]; mov [esp+8], eax; pop ecx; pop eax; iret
 * 3:  pop ecx; pop eax; jmp KERNEL'S HANDLER
 */
import type { StoppedGuest } from "../../guest/index.js";

export const TRAP = 0xcc;
const VECTOR = 3;
const GATE = 8;

export interface TrapTarget {
  /** Of the breakpoint. */
  readonly address: number;
  readonly trampoline: number;
}

interface TrapHandler {
  readonly address: number;
  readonly bytes: Buffer;
}

/** Handler and table; where the kernel's own handler is, {@link installTrapHandler} writes. */
export function trapHandler(address: number, targets: readonly TrapTarget[]): TrapHandler {
  const table = address + HANDLER_LENGTH;
  const bytes = Buffer.alloc(HANDLER_LENGTH + 8 * (targets.length + 1));
  Buffer.from(HANDLER).copy(bytes);
  bytes.writeUInt32LE(table, TABLE_AT);
  for (const [index, target] of targets.entries()) {
    bytes.writeUInt32LE(target.address + 1, HANDLER_LENGTH + 8 * index);
    bytes.writeUInt32LE(target.trampoline, HANDLER_LENGTH + 8 * index + 4);
  }
  return { address, bytes };
}

const TABLE_AT = 7;
const HANDLER = [
  ...[0x50, 0x51, 0x8b, 0x44, 0x24, 0x08, 0xb9, 0, 0, 0, 0],
  ...[0x2e, 0x39, 0x01, 0x74, 0x0b, 0x2e, 0x83, 0x39, 0x00, 0x74, 0x10, 0x83, 0xc1, 0x08, 0xeb, 0xf0],
  ...[0x2e, 0x8b, 0x41, 0x04, 0x89, 0x44, 0x24, 0x08, 0x59, 0x58, 0xcf],
  ...[0x59, 0x58, 0xe9, 0, 0, 0, 0],
];
const JUMP_END = HANDLER.length;
/** With the table aligned behind it. */
const HANDLER_LENGTH = Math.ceil(JUMP_END / 16) * 16;

export interface Gate {
  readonly address: number;
  /** In hex, as the kernel has it. */
  readonly original: string;
}

/** Gates of the breakpoint exception, of each table that a CPU has. */
export async function trapGates(stopped: StoppedGuest, known: readonly Gate[]): Promise<Gate[]> {
  const said = await stopped.monitor("info registers -a");
  const bases = new Set(
    [...said.matchAll(/^IDT=\s*([0-9a-f]+)/gim)].map(([, base]) => Number.parseInt(base as string, 16)),
  );
  const gates: Gate[] = [];
  for (const base of bases) {
    const address = base + VECTOR * GATE;
    const original = (await stopped.read(address, GATE)).toString("hex");
    gates.push(known.find((gate) => gate.address === address) ?? { address, original });
  }
  return gates;
}

/** Exceptions go through it. */
export const isPresent = ({ original }: Gate) => ((Buffer.from(original, "hex")[5] ?? 0) & 0x80) !== 0;

/** What the handler leaves alone goes to the kernel's own one. */
export async function installTrapHandler(
  stopped: StoppedGuest,
  handler: number,
  gates: readonly Gate[],
): Promise<void> {
  for (const gate of gates) {
    const bytes = Buffer.from(gate.original, "hex");
    const kernels = bytes.readUInt16LE(0) | (bytes.readUInt16LE(6) << 16);
    const word = Buffer.alloc(4);
    word.writeInt32LE((kernels - (handler + JUMP_END)) | 0);
    await stopped.write(handler + JUMP_END - 4, word);
    bytes.writeUInt16LE(handler & 0xffff, 0);
    bytes.writeUInt16LE(handler >>> 16, 6);
    await stopped.write(gate.address, bytes);
  }
}

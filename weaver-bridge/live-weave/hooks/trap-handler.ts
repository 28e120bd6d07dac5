/**
 * Hooks of one byte, where a jump does not fit: a breakpoint instruction, whose exception leads to the hook's trampoline.
 * The gate of the exception is pointed to a handler of ours, which looks up where the exception was and changes where it
 * returns to; what it does not know it leaves to the kernel's own handler. It stays where it is after unweaving, for a CPU
 * that is in it: then it leads to a trampoline once more.
 *
 *     push eax, ecx, edx, ebx
 *     mov eax, [esp+16]         behind the breakpoint
 *     xor ecx, ecx; mov edx, COUNT
 * 1:  cmp ecx, edx; jae 4       the table is sorted
 *     lea ebx, [edx+ecx]; shr ebx, 1
 *     cmp [cs:TABLE+8*ebx], eax it is read through the code segment: a program may have changed the others
 *     je 3; ja 2
 *     lea ecx, [ebx+1]; jmp 1
 * 2:  mov edx, ebx; jmp 1
 * 3:  mov eax, [cs:TABLE+8*ebx+4]; mov [esp+16], eax; pop ebx, edx, ecx, eax; iret
 * 4:  pop ebx, edx, ecx, eax; jmp KERNEL'S HANDLER
 */
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

/** Handler and table; where the kernel's own handler is, {@link handlerPieces} says. */
export function trapHandler(address: number, targets: readonly TrapTarget[]): TrapHandler {
  const table = address + HANDLER_LENGTH;
  const bytes = Buffer.alloc(HANDLER_LENGTH + 8 * targets.length);
  Buffer.from(HANDLER).copy(bytes);
  bytes.writeUInt32LE(targets.length, COUNT_AT);
  bytes.writeUInt32LE(table, KEYS_AT);
  bytes.writeUInt32LE(table + 4, VALUES_AT);
  const sorted = [...targets].sort((left, right) => left.address - right.address);
  for (const [index, target] of sorted.entries()) {
    bytes.writeUInt32LE(target.address + 1, HANDLER_LENGTH + 8 * index);
    bytes.writeUInt32LE(target.trampoline, HANDLER_LENGTH + 8 * index + 4);
  }
  return { address, bytes };
}

const COUNT_AT = 11;
const KEYS_AT = 28;
const VALUES_AT = 49;
const HANDLER = [
  ...[0x50, 0x51, 0x52, 0x53, 0x8b, 0x44, 0x24, 0x10, 0x31, 0xc9, 0xba, 0, 0, 0, 0],
  ...[0x39, 0xd1, 0x73, 0x2b, 0x8d, 0x1c, 0x0a, 0xd1, 0xeb, 0x2e, 0x39, 0x04, 0xdd, 0, 0, 0, 0],
  ...[0x74, 0x0b, 0x77, 0x05, 0x8d, 0x4b, 0x01, 0xeb, 0xe6, 0x89, 0xda, 0xeb, 0xe2],
  ...[0x2e, 0x8b, 0x04, 0xdd, 0, 0, 0, 0, 0x89, 0x44, 0x24, 0x10, 0x5b, 0x5a, 0x59, 0x58, 0xcf],
  ...[0x5b, 0x5a, 0x59, 0x58, 0xe9, 0, 0, 0, 0],
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
export async function trapGates(
  tables: Iterable<number>,
  read: (address: number, length: number) => Promise<Buffer>,
  known: readonly Gate[],
): Promise<Gate[]> {
  const gates: Gate[] = [];
  for (const base of tables) {
    const address = base + VECTOR * GATE;
    const there = await read(address, GATE).catch(() => undefined);
    // A processor that the kernel has not started still has the firmware's table, which the kernel does not map.
    if (there === undefined) continue;
    const original = there.toString("hex");
    gates.push(known.find((gate) => gate.address === address) ?? { address, original });
  }
  return gates;
}

/** Exceptions go through it. */
export const isPresent = ({ original }: Gate) => ((Buffer.from(original, "hex")[5] ?? 0) & 0x80) !== 0;

/** What leads the exception to the handler; what that leaves alone goes to the kernel's own one. */
export function handlerPieces(handler: number, gates: readonly Gate[]): { address: number; bytes: Buffer }[] {
  return gates.flatMap((gate) => {
    const bytes = Buffer.from(gate.original, "hex");
    const kernels = bytes.readUInt16LE(0) | (bytes.readUInt16LE(6) << 16);
    const word = Buffer.alloc(4);
    word.writeInt32LE((kernels - (handler + JUMP_END)) | 0);
    bytes.writeUInt16LE(handler & 0xffff, 0);
    bytes.writeUInt16LE(handler >>> 16, 6);
    return [
      { address: handler + JUMP_END - 4, bytes: word },
      { address: gate.address, bytes },
    ];
  });
}

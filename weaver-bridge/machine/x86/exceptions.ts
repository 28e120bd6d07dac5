/**
 * Exceptions of an x86 CPU, as a debugger catches them: where the kernel's table of handlers has them, and what their
 * error codes say. Plain data; addresses are `bigint`, bytes are the guest's.
 */

export type ExceptionName =
  | "divide-error"
  | "invalid-opcode"
  | "double-fault"
  | "general-protection"
  | "page-fault";

export interface CpuException {
  readonly name: ExceptionName;
  readonly label: string;
  readonly vector: number;
  /** The CPU pushes one below the interrupted instruction's address. */
  readonly hasErrorCode: boolean;
  /**
   * Where Linux is entered for it; of several the first that the kernel has. A page fault of the kernel is its daily work
   * there (it copies from and to programs), so it is caught where nobody handles it, in C.
   */
  readonly linux: readonly string[];
}

export const EXCEPTIONS: readonly CpuException[] = [
  {
    name: "page-fault",
    label: "Page fault in the kernel",
    vector: 14,
    hasErrorCode: true,
    linux: ["page_fault_oops", "no_context"],
  },
  {
    name: "general-protection",
    label: "General protection fault in the kernel",
    vector: 13,
    hasErrorCode: true,
    linux: ["asm_exc_general_protection", "general_protection"],
  },
  {
    name: "invalid-opcode",
    label: "Invalid opcode, or BUG",
    vector: 6,
    hasErrorCode: false,
    linux: ["asm_exc_invalid_op", "invalid_op"],
  },
  {
    name: "divide-error",
    label: "Divide error in the kernel",
    vector: 0,
    hasErrorCode: false,
    linux: ["asm_exc_divide_error", "divide_error"],
  },
  {
    name: "double-fault",
    label: "Double fault",
    vector: 8,
    hasErrorCode: true,
    linux: ["asm_exc_double_fault", "double_fault"],
  },
];

/** In C, and not where the CPU comes in. */
export const IN_C = /^(?:page_fault_oops|no_context)$/;

/** A table of the CPU's: linear address of its first byte, and offset of its last one. */
export interface CpuTable {
  readonly base: bigint;
  readonly limit: number;
}

/** In what QEMU's monitor says of its registers; `undefined` before protected mode, or where there is no table. */
export function handlerTableIn(registers: string): CpuTable | undefined {
  const table = isProtectedMode(registers) ? tableIn(registers, "IDT") : undefined;
  return table === undefined || table.limit === 0 ? undefined : table;
}

/** Also of what says nothing in real mode; `undefined` where QEMU does not say it. */
export function tableIn(registers: string, name: "GDT" | "IDT"): CpuTable | undefined {
  const [, base, limit] = new RegExp(`^${name}=\\s*([\\da-f]+) ([\\da-f]+)`, "im").exec(registers) ?? [];
  if (base === undefined || limit === undefined) return undefined;
  return { base: BigInt(`0x${base}`), limit: Number.parseInt(limit, 16) };
}

export function isProtectedMode(registers: string): boolean {
  const control = /\bCR0=([\da-f]+)/i.exec(registers)?.[1] ?? "0";
  return (Number.parseInt(control, 16) & 1) === 1;
}

/** A register in what QEMU's monitor says; 0 where it says nothing of it. */
export function registerIn(registers: string, name: string): bigint {
  return BigInt(`0x${new RegExp(`\\b${name}=\\s*([\\da-f]+)`, "i").exec(registers)?.[1] ?? "0"}`);
}

export const pagingIsOn = (registers: string): boolean => registerIn(registers, "CR0") >> 31n !== 0n;

/** GDB's expression for the address of the last page fault. */
export const FAULT_ADDRESS = "$cr2";

/** The same in what QEMU's monitor says; 0 where there was none. */
export const lastFaultIn = (registers: string): bigint => registerIn(registers, "CR2");

/** A line of what QEMU's monitor says that tells why a CPU may have reset itself. */
export const isStateLine = (line: string): boolean => /^(?:[ER]IP=|CR0=|GDT=|IDT=|TR =|CS =|SS =)/.test(line);

export interface Gate {
  readonly handler: bigint;
  /** Through a task of the hardware: it has a stack of its own. */
  readonly isTask: boolean;
}

/** Bytes of a gate, by those of an address. */
export const GATE_SIZE = { 4: 8, 8: 16 } as const;

/** `undefined` where nothing is in. Of a task gate the handler is the selector of its task. */
export function gateIn(bytes: Buffer, word: 4 | 8): Gate | undefined {
  if (bytes.length < GATE_SIZE[word]) return undefined;
  const kind = bytes.readUInt8(5);
  if ((kind & 0x80) === 0) return undefined;
  const isTask = (kind & 0x1f) === 5;
  if (isTask) return { handler: BigInt(bytes.readUInt16LE(2)), isTask };
  const low = BigInt(bytes.readUInt16LE(0)) | (BigInt(bytes.readUInt16LE(6)) << 16n);
  const high = word === 8 ? BigInt(bytes.readUInt32LE(8)) << 32n : 0n;
  return { handler: high | low, isTask };
}

/** What an error code says, a clause: `a write to an address that is not mapped`. */
export function errorCodeText(name: ExceptionName, code: number): string {
  if (name === "page-fault") {
    const what = (code & 16) !== 0 ? "a jump" : (code & 2) !== 0 ? "a write" : "a read";
    const why =
      (code & 8) !== 0
        ? "a page table has reserved bits set"
        : (code & 1) !== 0
          ? "the page does not allow it"
          : "no page is there";
    return `${what}, and ${why}`;
  }
  if (name !== "general-protection") return "";
  if (code === 0) return "no segment is to blame";
  const table = (code & 2) !== 0 ? "IDT" : (code & 4) !== 0 ? "LDT" : "GDT";
  const outside = (code & 1) !== 0 ? ", while an exception from outside was delivered" : "";
  return `entry ${code >> 3} of the ${table} is to blame${outside}`;
}

/** What was interrupted is the kernel's own: a condition of GDB at the first instruction of a handler. */
export function inKernelCondition(hasErrorCode: boolean, word: 4 | 8): string {
  const offset = word * (hasErrorCode ? 2 : 1);
  return `(*(unsigned short *)($sp + ${offset}) & 3) == 0`;
}

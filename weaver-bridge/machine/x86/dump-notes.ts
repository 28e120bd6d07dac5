/** Registers of x86 in a memory dump: the kernel's `elf_prstatus`, and `QEMUCPUState` of QEMU (`target/i386/arch_dump.c`). */
import type { DumpNotes } from "../dump-notes.js";

/** `QEMUCPUState`: 18 registers, 10 segments, 5 control registers. */
const GENERAL = ["ax", "bx", "cx", "dx", "si", "di", "sp", "bp"];
const SEGMENTS = ["cs", "ds", "es", "fs", "gs", "ss"];
const SEGMENTS_AT = 8 + 18 * 8;
const SEGMENT_SIZE = 24;
const CONTROL_AT = SEGMENTS_AT + 10 * SEGMENT_SIZE;

/** `statusOrder` and where it begins: of the machine. */
export const dumpNotes = (statusOrder: readonly string[], statusAt: number, word: 4 | 8): DumpNotes => ({
  ...{ statusOrder, statusAt, qemuSize: CONTROL_AT + 5 * 8 },
  readQemu: (note) => {
    const value = (index: number) => BigInt.asUintN(8 * word, note.readBigUInt64LE(8 + index * 8));
    const prefix = word === 8 ? "r" : "e";
    const segment = (index: number) => SEGMENTS_AT + index * SEGMENT_SIZE;
    return Object.fromEntries([
      ...GENERAL.map((name, index) => [prefix + name, value(index)]),
      ...(word === 8 ? Array.from({ length: 8 }, (_, index) => [`r${index + 8}`, value(index + 8)]) : []),
      [`${prefix}ip`, value(16)],
      ["eflags", value(17)],
      ...SEGMENTS.map((name, index) => [name, BigInt(note.readUInt32LE(segment(index)))]),
      ["fs_base", note.readBigUInt64LE(segment(3) + 16)],
      ["gs_base", note.readBigUInt64LE(segment(4) + 16)],
      ...[0, 1, 2, 3, 4].map((number) => [`cr${number}`, note.readBigUInt64LE(CONTROL_AT + number * 8)]),
    ]);
  },
});

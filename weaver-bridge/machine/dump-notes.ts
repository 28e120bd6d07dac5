/** Registers in the notes of a memory dump, by GDB's names. */

export interface DumpNotes {
  /** In the order of `struct elf_prstatus`; `-` where it has none of these. */
  readonly statusOrder: readonly string[];
  /** Where they begin in it, in bytes. */
  readonly statusAt: number;
  /** In bytes, at least: of the note that QEMU writes for each processor. */
  readonly qemuSize: number;
  readQemu(note: Buffer): Readonly<Record<string, bigint>>;
}

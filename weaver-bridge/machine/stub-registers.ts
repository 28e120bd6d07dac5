/** Registers as GDB's remote protocol has them, by GDB's names. */

/** In the packet of a debug stub that has all of them (`g`, `G`). */
export interface StubRegisters {
  /** In bytes: of no machine with fewer registers is a packet so long. */
  readonly least: number;
  /** Those that the packet begins with, each a word, up to the program counter. */
  readonly order: readonly string[];
  /** By the names of `order`. Addresses are as in `Machine.address`. */
  read(packet: Buffer, register: string): number;
  write(packet: Buffer, register: string, value: number): void;
}

/** What a stub of our own tells GDB that it has. */
export interface GdbTarget {
  readonly registers: readonly { readonly name: string; readonly bytes: number; readonly type: string }[];
  /** XML, as `target.xml` has it. */
  readonly description: string;
}

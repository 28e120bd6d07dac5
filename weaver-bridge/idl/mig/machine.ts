/** What of a message depends on the machine that Mach runs on. */
export interface Machine {
  readonly name: "i686" | "x86_64";
  /** Values in messages start at its multiples. Bytes, as all here. */
  readonly word: 4 | 8;
  readonly pointer: 4 | 8;
  /** In a message: of a port right, which is wider than its name in C on x86_64. */
  readonly port: 4 | 8;
  readonly header: number;
  /** `mach_msg_type_t`, `mach_msg_type_long_t`. */
  readonly shortDescriptor: number;
  readonly longDescriptor: number;
}

export const MACHINES: Readonly<Record<Machine["name"], Machine>> = {
  i686: { name: "i686", word: 4, pointer: 4, port: 4, header: 24, shortDescriptor: 4, longDescriptor: 12 },
  x86_64: { name: "x86_64", word: 8, pointer: 8, port: 8, header: 32, shortDescriptor: 8, longDescriptor: 8 },
};

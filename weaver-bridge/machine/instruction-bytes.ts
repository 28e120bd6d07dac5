/** Instructions that are told by their bytes alone, where nothing is decoded. */

export interface InstructionBytes {
  /** Where the call before a return address leads; `byteBefore` counts back from there. Undefined where there is none. */
  calledBefore(
    returned: number,
    byteBefore: (back: number) => number | undefined,
  ): number | "anywhere" | undefined;
  /** Of a direct call, jump or branch of full width at the place: its length, and the distance from its end. */
  nearBranchAt(
    code: DataView,
    at: number,
  ): { readonly length: number; readonly distance: number } | undefined;
  /** In bytes, at most: `nearBranchAt` reads no more. */
  readonly longestNearBranch: number;
  isReturn(first: number | undefined, second: number | undefined): boolean;
  /** On strings of memory, or repeated. */
  isOnStrings(first: number): boolean;
  /** A descriptor of a segment is read: into a segment register, by a far jump or return. */
  loadsSegment(first: number, second: number, third: number): boolean;
  /** The state of the floating-point unit is saved or loaded. */
  movesFloatingState(first: number, second: number): boolean;
  isInterruptReturn(first: number | undefined): boolean;
  /** Whether a program that stands behind these two bytes asked the kernel by them. */
  isTrap(before: Uint8Array): boolean;
  /** A function that does nothing but load its own return address into a register (DWARF's number of it), and its length. */
  readonly thunkLength: number;
  loadedReturnAddress(code: Uint8Array): number | undefined;
  /** What fills room between instructions. */
  readonly padding: number;
  /** Of a jump and a call to a distance in a word of 32 bits that follows. */
  readonly jump: number;
  readonly call: number;
  /** Whether the two bytes before such a word are a branch, and what it is with the opposite condition left out. */
  isLongBranch(first: number | undefined, second: number | undefined): boolean;
  /** Of a branch over one byte's distance: the first bytes of the same one over a word's. Undefined for another instruction. */
  lengthened(shortBranch: number): readonly [number, number] | undefined;
}

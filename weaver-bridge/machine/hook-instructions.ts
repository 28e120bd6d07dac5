/** Instructions of which the code that hooks run is made. Registers are DWARF's numbers of the machine. */

/** An instruction as bytes for a place in memory. Throws FarOperandError where it reaches no farther than 2 GB. */
export type Encodable = (address: number) => Uint8Array;

export interface HookInstructions {
  /** In bytes: of the jump that takes the place of the kernel's instructions, and of a call. */
  readonly jumpLength: number;
  /** What a C function may change, in the order in which it is pushed. */
  readonly saved: readonly number[];
  /** All of `saved` are pushed around whatever is called; else those alone that it changes. */
  readonly savesAll: boolean;
  /** In these advice gets the frame, the accessed object and the address of the hooked instruction. */
  readonly parameters: { readonly frame: number; readonly object: number; readonly pc: number };
  /** What the code changes that swaps a return address: it gets a byte behind its place in the first. */
  readonly few: readonly [number, number];
  /** DWARF's number of the flags. */
  readonly flags: number;
  /** Bytes below the stack that a function may use, where flags are pushed in its middle: they are jumped over. */
  readonly redZone: number;
  /** What functions that are called by pointers begin with: it must be found there, so it is never displaced. */
  readonly landingPad: Uint8Array;
  /** Locked, of 32 bits. */
  count(at: number): Encodable;
  push(register: number): Encodable;
  pop(register: number): Encodable;
  pushFlags(): Encodable;
  popFlags(): Encodable;
  /** Sign-extended from 32 bits; zero takes fewer bytes. */
  pushConstant(value: number): Encodable;
  /** A word of the stack. */
  pushAbove(distance: number): Encodable;
  /** The flags change. */
  dropFromStack(bytes: number): Encodable;
  /** The flags stay; signed, of at most 128 below and 127 above, or more above. */
  moveStack(bytes: number): Encodable;
  copyStackPointer(to: number): Encodable;
  /** `distance` is below 128. */
  addressAbove(to: number, distance: number): Encodable;
  constant(to: number, value: number): Encodable;
  address(to: number, place: MemoryPlace): Encodable;
  branch(kind: "call" | "jump", target: number): Encodable;
  back(): Encodable;
}

/** `[base + index * scale + displacement]`. */
export interface MemoryPlace {
  readonly base: number | undefined;
  readonly index: number | undefined;
  /** 1, 2, 4 or 8. */
  readonly scale: number;
  readonly displacement: number;
}

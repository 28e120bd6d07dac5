/** Machine code as plain records, whatever machine it is for. Registers are DWARF's numbers of the machine. */

import type { FlagUse, Transfer } from "./transfer.js";

export type Flow =
  | "next"
  | "branch"
  | "jump"
  | "call"
  | "return"
  | "indirect-jump"
  | "indirect-call"
  /** Nothing comes behind it. */
  | "stop";

export interface MemoryUse {
  readonly base: number | undefined;
  readonly index: number | undefined;
  readonly scale: number;
  readonly displacement: number;
  /** In bytes; of what is repeated (`rep`) that of each. */
  readonly size: number;
  /** As often as the counter says. */
  readonly isRepeated: boolean;
  readonly reads: boolean;
  readonly writes: boolean;
  /** Through a segment that has a base of its own, or at a fixed address of more than 32 bits. */
  readonly isSegmented: boolean;
}

export interface MachineInstruction {
  readonly address: number;
  readonly length: number;
  readonly flow: Flow;
  /** Of a direct branch, jump or call. */
  readonly target?: number;
  readonly effect: Effect;
  /** Numbers of registers that change. */
  readonly changes: readonly number[];
  /** Those that it reads, also as parts of addresses: bit n stands for number n. */
  readonly reads: number;
  /** Operands in memory; the stack's own uses of push, pop and call left out. Of `lea`, the address. */
  readonly memory: readonly MemoryUse[];
  /** Of a bit operation on memory with a constant. */
  readonly mask?: number;
  /** Bits that are left of the first register that it changes, by an AND with a constant or a shift. */
  readonly keeps?: number;
  /** From memory to a register, and nothing else. */
  readonly isLoad?: true;
  /** It does nothing, and stands before what is aligned. */
  readonly isPadding?: true;
  readonly isInvalid: boolean;
}

/** An instruction that may lead elsewhere. */
export interface Branch {
  readonly address: number;
  readonly length: number;
  readonly flow: "branch" | "jump" | "call";
  readonly target: number;
}

/** What an instruction does to the first of its registers that a type flow can follow. */
export type Effect =
  | { readonly kind: "move"; readonly to: number; readonly from: number }
  | { readonly kind: "constant"; readonly to: number; readonly value: number }
  /** From memory, so many bytes. */
  | { readonly kind: "load"; readonly to: number; readonly size: number }
  /** To memory, so many bytes; `from` undefined for a constant. */
  | {
      readonly kind: "store";
      readonly from: number | undefined;
      readonly size: number;
      readonly value?: number;
    }
  | { readonly kind: "add"; readonly to: number; readonly value: number }
  /** A constant to a word in memory. */
  | { readonly kind: "add-memory"; readonly value: number }
  /** Of a word; `from` undefined for one in memory, here and below. */
  | { readonly kind: "sum" | "difference"; readonly to: number; readonly from: number | undefined }
  | { readonly kind: "scale"; readonly to: number; readonly from: number | undefined; readonly by: number }
  /** Moved or not. */
  | { readonly kind: "choose"; readonly to: number; readonly from: number | undefined }
  | { readonly kind: "swap"; readonly to: number; readonly from: number }
  /** The address itself. */
  | { readonly kind: "address"; readonly to: number }
  | {
      readonly kind: "push";
      readonly from: number | undefined;
      readonly value?: number;
      readonly fromMemory: boolean;
    }
  | { readonly kind: "pop"; readonly to: number | undefined }
  /** Rounded down to a multiple of a power of two: what a pointer was tagged with is gone, or the stack is aligned. */
  | { readonly kind: "align"; readonly to: number; readonly by: number }
  | { readonly kind: "leave" }
  | { readonly kind: "other" };

/** An instruction that something else may take the place of, and that may be moved. Kept beyond its turn, it says nothing. */
export interface MovableInstruction {
  readonly address: number;
  readonly length: number;
  readonly isInvalid: boolean;
  /** `raise`: an exception, which the kernel may know by its address. */
  readonly flow: Flow | "raise";
  /** Of a direct branch, jump or call. */
  readonly target: number | undefined;
  /** Is a call whose target is read where the return address would be, or by which no other one is pushed. */
  readonly isStuckCall: boolean;
  /** It does at its new place what it did; not for calls. Throws {@link FarOperandError}. */
  moved(to: number): Uint8Array;
  /** Of an indirect call: a jump to where it leads. */
  asJump(to: number): Uint8Array;
}

/** The memory that an instruction names, as long as registers are what they were before it. */
export interface NamedMemory {
  readonly base: number | undefined;
  readonly index: number | undefined;
  readonly scale: number;
  readonly displacement: number;
  /** Registers that the instruction changes. */
  readonly changes: readonly number[];
}

/** Why an instruction has no {@link NamedMemory}. */
export type Unnamed =
  | "invalid"
  /** It names none. */
  | "implicit"
  /** Through a segment that has a base of its own. */
  | "segmented"
  /** Added up in fewer bits than an address has. */
  | "narrow";

/** Reads a machine's code. Addresses are as in `Machine.address`. */
export interface CodeReader {
  /** In bytes. */
  readonly longestInstruction: number;
  /** From the first byte to the last, one after another; bytes that are none end it with one that `isInvalid`. */
  decode(bytes: Uint8Array, address: number): MachineInstruction[];
  /** Only direct branches, jumps and calls: a tenth of the work. Ends at bytes that are no instruction, or goes on behind. */
  decodeBranches(bytes: Uint8Array, address: number, goesOn?: boolean): Branch[];
  /** One after another, as far as they are asked for; an invalid one does not end it. */
  eachMovable(bytes: Uint8Array, address: number): Iterable<MovableInstruction>;
  /** Of the instruction at the beginning; none where there is none. */
  transfers(bytes: Uint8Array, address: number | bigint): Transfer[];
  /** Of the instruction at the beginning; none where there is none. */
  flagUse(bytes: Uint8Array, address: number | bigint): FlagUse | undefined;
  /** Of the instruction at the beginning. */
  namedMemory(bytes: Uint8Array, address: number): NamedMemory | Unnamed;
}

/** What an instruction names by a distance is too far from its new place. */
export class FarOperandError extends Error {}

/** What the readers of code must know of a machine; each has a folder of its own beside this file. */
import type { HookInstructions } from "./hook-instructions.js";
import type { CodeReader } from "./instruction.js";
import type { RelocationRules } from "./relocation-rules.js";
import type { TrapCode } from "./trap-code.js";

/** Registers by DWARF's numbers of the machine. */
export interface Machine {
  readonly name: string;
  /** Its number in ELF files (`e_machine`), which together with their width says it. */
  readonly elfMachine: number;
  readonly bits: 32 | 64;
  /** In bytes: of a pointer, of a slot on the stack. */
  readonly word: 4 | 8;
  /** Those below have values that types flow through. */
  readonly registers: number;
  /** Where a call's result of one word is. */
  readonly result: number;
  /** How often a repeated instruction is. */
  readonly counter: number;
  readonly stackPointer: number;
  readonly framePointer: number;
  /**
   * What a call changes for certain. By the rules it may change others too; where they are used behind a call all the same,
   * the compiler knew that the function leaves them alone.
   */
  readonly clobbered: readonly number[];
  /** Of integers and pointers in their order; none where all arguments are on the stack. */
  readonly argumentRegisters: readonly number[];
  /** Who returns a struct takes the place for it, which is an argument on the stack, off the stack. */
  readonly takesHiddenArgument: boolean;
  readonly code: CodeReader;
  readonly relocations: RelocationRules;
  /** What code of hooks is made of. */
  readonly hooks: HookInstructions;
  readonly traps: TrapCode;
  /**
   * The address that a sum is, which was made modulo 2^32. In 64 bits code and data of one image are in the lowest or the
   * highest 2 GB, and the highest have negative addresses: numbers of JavaScript hold these exactly.
   */
  address(sum: number): number;
}

/** What one instruction puts where, for who follows a value back through a run. Registers are DWARF's numbers of the machine. */

/** Bytes that an instruction reads or writes; registers in an address have the values from before the instruction. */
export type DataPlace =
  | {
      readonly kind: "register";
      readonly number: number;
      /** Of its lowest byte. */
      readonly offset: number;
      /** In bytes. */
      readonly size: number;
    }
  | {
      readonly kind: "memory";
      readonly base: number | undefined;
      readonly index: number | undefined;
      readonly scale: number;
      readonly displacement: bigint;
      /** Whose base is added, by its name in lower case. */
      readonly segment: string | undefined;
      /** In bytes; of what is repeated that of one time. */
      readonly size: number;
    };

export interface Transfer {
  readonly to: DataPlace;
  /**
   * - `copy`: the lowest bytes are those of `from`, which may be fewer: those above are zero or its sign;
   * - `constant`: `value`, which stands in the instruction or follows from it alone;
   * - `computed`: out of all that is in `from`, and maybe flags or constants;
   * - `input`: from outside: a port, a clock, the processor itself;
   * - `unknown`: from what is not followed, as registers for floating point.
   */
  readonly how: "copy" | "constant" | "computed" | "input" | "unknown";
  readonly from: readonly DataPlace[];
  readonly value?: bigint;
  /** It may as well stay as it was. */
  readonly isConditional?: true;
}

/** What an instruction has to do with the outcomes of comparisons and sums that the processor keeps (flags), each a bit of a mask. */
export interface FlagUse {
  readonly read: number;
  readonly written: number;
  /** All that the instruction reads, what addresses are made of left out. */
  readonly from: readonly DataPlace[];
  /** Registers that the memory which it reads is found by. */
  readonly addressedBy: readonly DataPlace[];
}

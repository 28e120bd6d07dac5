/** Assembler in the C functions that hooks of live advice call. */

/** Symbols of one hook, and how an entry of its table is found. */
export interface ReturnTable {
  /** Of its pairs of a key and a return address. */
  readonly nodes: string;
  /** Of the word that has the address to put in place of a return address. */
  readonly second: string;
  /** Of the C functions for what seldom happens. */
  readonly replaceSeldom: string;
  readonly restoreSeldom: string;
  /** A key times `by`, in 32 bits, shifted right by `bits`. */
  readonly spread: { readonly by: number; readonly bits: number };
}

export interface LiveAssembly {
  /** A statement in C that puts the number of the CPU, which the symbol has for each, into a variable. Undefined where that is not known. */
  cpuNumber?(variable: string, symbol: string): string;
  /** An expression in C: 64 bits that count up with time. */
  readonly timeStamp: string;
  /** In bytes from the frame that hooks hand over: the result at a return, the return address. */
  readonly frame: { readonly result: number; readonly place: number };
  /** Body of a naked function, an `asm` string: a byte behind the place comes in the result's register. */
  enter(table: ReturnTable): string;
  /** A statement in C: gives the address back whose place `__weft_frame` is a byte behind. */
  restore(table: Pick<ReturnTable, "nodes" | "restoreSeldom" | "spread">): string;
}

/** Assembler around functions that are plugged into a kernel that runs: texts that stand in C. */

export interface PlugAssembly {
  /** Processor of the compiler's macro without which the unit must not be compiled. */
  readonly macro: string;
  /**
   * A function `name` that leaves all registers as they are: it puts where it was called from into the word at `note`, an
   * expression of the assembler's, and calls `inner`.
   */
  keepingRegisters(name: string, note: string, inner: string): readonly string[];
  /** A function `name` that is one jump to `first`, whose operand `name_target` one aligned store replaces. */
  jump(name: string, first: string): readonly string[];
  /** Statements around a store to code that may be mapped read-only. `locals`: what they keep. */
  readonly writable: {
    readonly locals: string;
    readonly before: readonly string[];
    readonly after: readonly string[];
  };
}

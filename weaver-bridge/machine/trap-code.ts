/** The instruction that raises a breakpoint's exception, what that runs, and the gate that leads there. */
export interface TrapCode {
  readonly breakpoint: Uint8Array;
  /** Of its exception. */
  readonly vector: number;
  /**
   * Looks the address behind the breakpoint up in a table, changes where the exception returns to, and returns; what is in
   * none of its entries is left to the jump at its end. `COUNT`, `KEYS` and `VALUES` are words of 32 bits in it: how many
   * entries of two such words the table has, ascending, and where their first and second words begin.
   */
  readonly handler: readonly number[];
  readonly countAt: number;
  readonly keysAt: number;
  readonly valuesAt: number;
  readonly gates: GateCode;
}

/** An entry in the table of exceptions. */
export interface GateCode {
  /** In bytes. */
  readonly size: number;
  /** Exceptions go through it, to where a jump of 32 bits reaches. */
  isPresent(gate: Buffer): boolean;
  targetOf(gate: Buffer): number;
  /** The gate, led elsewhere. */
  leadTo(gate: Buffer, target: number): Buffer;
}

/** What an exception of a breakpoint runs, and the gate that leads there. */
export interface TrapCode {
  /**
   * Looks the address behind the breakpoint up in a table, changes where the exception returns to, and returns; what is in
   * none of its entries is left to the jump at its end. `COUNT`, `KEYS` and `VALUES` are words of 32 bits in it: how many
   * entries of two such words the table has, ascending, and where their first and second words begin.
   */
  readonly handler: readonly number[];
  readonly countAt: number;
  readonly keysAt: number;
  readonly valuesAt: number;
  /** Bytes of an entry in the table of exceptions. */
  readonly gateSize: 8 | 16;
}

/** Where a gate leads. */
export function gateTarget(gate: Buffer): number {
  const low = gate.readUInt16LE(0) | (gate.readUInt16LE(6) << 16);
  return gate.length === 8 ? low >>> 0 : Number((BigInt(gate.readInt32LE(8)) << 32n) | BigInt(low >>> 0));
}

/** The gate, led elsewhere. */
export function ledGate(gate: Buffer, to: number): Buffer {
  const led = Buffer.from(gate);
  led.writeUInt16LE(to & 0xffff, 0);
  led.writeUInt16LE((to >>> 16) & 0xffff, 6);
  if (led.length === 16) led.writeInt32LE(to < 0 ? -1 : 0, 8);
  return led;
}

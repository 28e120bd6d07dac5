/** The breakpoint of x86 and the gates of its exceptions (Intel SDM 3A, figures 7-2 and 7-8). */
import type { GateCode, TrapCode } from "../trap-code.js";

/** `int3`. */
export const BREAKPOINT: Pick<TrapCode, "breakpoint" | "vector"> = {
  breakpoint: Uint8Array.of(0xcc),
  vector: 3,
};

/** Of 8 bytes in protected mode, of 16 in long mode. */
export function gatesOf(size: 8 | 16): GateCode {
  const targetOf = (gate: Buffer) => {
    const low = gate.readUInt16LE(0) | (gate.readUInt16LE(6) << 16);
    return size === 8 ? low >>> 0 : Number((BigInt(gate.readInt32LE(8)) << 32n) | BigInt(low >>> 0));
  };
  return {
    ...{ size, targetOf },
    isPresent: (gate) => {
      const target = targetOf(gate);
      return ((gate[5] ?? 0) & PRESENT) !== 0 && (size === 8 || target === (target | 0));
    },
    leadTo: (gate, target) => {
      const led = Buffer.from(gate);
      led.writeUInt16LE(target & 0xffff, 0);
      led.writeUInt16LE((target >>> 16) & 0xffff, 6);
      if (size === 16) led.writeInt32LE(target < 0 ? -1 : 0, 8);
      return led;
    },
  };
}

const PRESENT = 0x80;

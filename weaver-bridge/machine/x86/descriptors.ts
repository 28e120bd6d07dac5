/** Descriptors of the CPU's tables in words. Plain data. */

/** Of a segment, a task or a call gate in the GDT; `undefined` where there is none. `upper`: the next eight bytes. */
export function descriptorText(
  bytes: Buffer,
  upper: Buffer | undefined,
  isLong: boolean,
): string | undefined {
  const access = bytes.readUInt8(5);
  if (bytes.readBigUInt64LE(0) === 0n) return undefined;
  const flags = bytes.readUInt8(6) >> 4;
  const low = bytes.readUInt16LE(0) | ((bytes.readUInt8(6) & 15) << 16);
  const limit = (flags & 8) !== 0 ? low * 4096 + 4095 : low;
  const base = descriptorBase(bytes);
  const ring = `ring ${(access >> 5) & 3}`;
  const present = (access & 0x80) === 0 ? ", not present" : "";
  if ((access & 0x10) !== 0) {
    const isCode = (access & 8) !== 0;
    const may = (access & 2) !== 0;
    const rights = isCode ? (may ? ", readable" : "") : may ? ", writable" : ", read-only";
    const size = (flags & 2) !== 0 ? "64" : (flags & 4) !== 0 ? "32" : "16";
    return `${isCode ? "code" : "data"} of ${size} bits${rights}, ${ring}, base 0x${base.toString(16)}, limit 0x${limit.toString(16)}${present}`;
  }
  const kind = SYSTEM[access & 15];
  if (kind === undefined) return `unknown (type ${access & 15})${present}`;
  const high =
    isLong && isLongSystem(bytes) && upper !== undefined ? BigInt(upper.readUInt32LE(0)) << 32n : 0n;
  return `${kind}, ${ring}, base 0x${(base | high).toString(16)}, limit 0x${limit.toString(16)}${present}`;
}

/** Without what a system's descriptor of 64 bits has above. */
export function descriptorBase(bytes: Buffer): bigint {
  return BigInt((bytes.readUInt16LE(2) | (bytes.readUInt8(4) << 16) | (bytes.readUInt8(7) << 24)) >>> 0);
}

/** It takes two places of a GDT of 64 bits. */
export function isLongSystem(bytes: Buffer): boolean {
  const access = bytes.readUInt8(5);
  return (access & 0x10) === 0 && [2, 9, 11].includes(access & 15);
}

const SYSTEM: Readonly<Record<number, string>> = {
  1: "task state of 16 bits",
  2: "local descriptor table",
  3: "task state of 16 bits, busy",
  9: "task state",
  11: "task state, busy",
};

const GATES: Readonly<Record<number, string>> = {
  5: "task gate",
  6: "interrupt gate of 16 bits",
  7: "trap gate of 16 bits",
  14: "interrupt gate",
  15: "trap gate",
};

/** `interrupt gate, ring 0, selector 0x8`, of a gate that is present. */
export function gateText(bytes: Buffer): string {
  const access = bytes.readUInt8(5);
  const kind = GATES[access & 15] ?? `unknown gate (type ${access & 15})`;
  return `${kind}, ring ${(access >> 5) & 3}, selector 0x${bytes.readUInt16LE(2).toString(16)}`;
}

const VECTORS: Readonly<Record<number, string>> = Object.fromEntries(
  [
    ...[
      "divide error",
      "debug",
      "NMI",
      "breakpoint",
      "overflow",
      "bound",
      "invalid opcode",
      "no coprocessor",
      "double fault",
    ],
    ...[
      "",
      "invalid TSS",
      "segment not present",
      "stack fault",
      "general protection",
      "page fault",
      "",
      "x87 error",
    ],
    ...["alignment", "machine check", "SIMD error"],
  ].map((name, vector) => [vector, name]),
);

export const vectorText = (vector: number) => {
  const name = VECTORS[vector] ?? "";
  return name === "" ? `${vector}` : `${vector} (${name})`;
};

import { expect, test } from "vitest";
import { factsOfPacket, factsOfWord, nameOf } from "../index.js";

/** As QEMU's stub of each machine answers `g`: so many bytes, the registers at their places by `of`. */
function packet(bytes: number, word: 4 | 8, values: Readonly<Record<number, number>>): Buffer {
  const all = Buffer.alloc(bytes);
  for (const [at, value] of Object.entries(values))
    if (word === 4) all.writeUInt32LE(value >>> 0, 4 * Number(at));
    else all.writeBigInt64LE(BigInt(value), 8 * Number(at));
  return all;
}

test("the machine of a packet is told by its length, and its registers by their names", () => {
  const small = packet(312, 4, { 0: 7, 4: 0xc0105ff0, 8: 0xc0102000 });
  const { stub } = factsOfPacket(small);
  expect(["eax", "esp", "eip"].map((name) => stub.read(small, name))).toEqual([7, 0xc0105ff0, 0xc0102000]);
  const large = packet(608, 8, { 0: 7, 7: -4096, 16: -0x7fe00000 });
  expect(["rax", "rsp", "rip"].map((name) => factsOfPacket(large).stub.read(large, name))).toEqual([
    ...[7, -4096, -0x7fe00000],
  ]);
});

test("a kernel of 32 bits on a machine of 64 has its registers in the lower halves, in that machine's order", () => {
  const large = packet(608, 8, { 0: 7, 3: 9, 7: 0xc0105ff0, 16: 0xc0102000 });
  const { stub } = factsOfPacket(large);
  const i686 = factsOfWord(4);
  expect(stub.read(large, nameOf(i686, "stackPointer"))).toBe(0xc0105ff0);
  expect(stub.read(large, nameOf(i686, "programCounter"))).toBe(0xc0102000);
  expect(stub.read(large, "edx")).toBe(9);
  stub.write(large, "esp", 0xc0105fec);
  expect(large.readBigUInt64LE(8 * 7)).toBe(0xc0105fecn);
});

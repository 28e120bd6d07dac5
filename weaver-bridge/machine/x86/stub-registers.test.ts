import { expect, test } from "vitest";
import { factsOfPacket } from "../index.js";

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

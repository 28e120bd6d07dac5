import { expect, test } from "vitest";
import { descriptorText, gateText, vectorText } from "./descriptors.js";

const of = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
};
const text = (value: bigint, upper?: bigint, isLong = false) =>
  descriptorText(of(value), upper === undefined ? undefined : of(upper), isLong);

test("segments and task states", () => {
  expect(text(0n)).toBeUndefined();
  expect(text(0x00cf_9a00_0000_ffffn)).toBe("code of 32 bits, readable, ring 0, base 0x0, limit 0xffffffff");
  expect(text(0x00cf_f200_0000_ffffn)).toBe("data of 32 bits, writable, ring 3, base 0x0, limit 0xffffffff");
  expect(text(0x00af_9a00_0000_ffffn)).toMatch(/^code of 64 bits/);
  expect(text(0xc000_8b13_1300_0067n)).toBe("task state, busy, ring 0, base 0xc0131300, limit 0x67");
  expect(text(0xc000_8913_1300_0067n, 0xffff_fe00n, true)).toContain("base 0xfffffe00c0131300");
  expect(text(0x00cf_1a00_0000_ffffn)).toMatch(/not present$/);
});

test("gates and the exceptions that they are for", () => {
  expect(gateText(of(0xc010_8e00_0008_2020n))).toBe("interrupt gate, ring 0, selector 0x8");
  expect(gateText(of(0xc010_ef00_0008_2020n))).toBe("trap gate, ring 3, selector 0x8");
  expect(gateText(of(0x0000_8500_0030_0000n))).toBe("task gate, ring 0, selector 0x30");
  expect([14, 15, 64].map(vectorText)).toEqual(["14 (page fault)", "15", "64"]);
});

import { expect, test } from "vitest";
import { physicalOf } from "./page-tables.js";

/** Physical memory with these words. */
function memory(words: Readonly<Record<number, number>>) {
  return (place: number, length: number) => {
    const bytes = Buffer.alloc(length);
    for (let at = 0; at < length; at += 4) bytes.writeUInt32LE(words[place + at] ?? 0, at);
    return bytes;
  };
}

test("a page and a large page of tables in two steps", async () => {
  const word = memory({
    [0x1000 + 4 * (0xc87ed000 >>> 22)]: 0x2000 | 0x63,
    [0x2000 + 4 * ((0xc87ed000 >>> 12) & 1023)]: 0x0765_4000 | 0x161,
    [0x1000 + 4 * (0xc0000000 >>> 22)]: 0x1e3,
  });
  const at = (address: number) => physicalOf(address, { directory: 0x1000, isWide: false }, word);
  expect(await at(0xc87ed123)).toBe(0x0765_4123);
  expect(await at(0xc0123456)).toBe(0x12_3456);
  expect(await at(0xc87ee000)).toBeUndefined();
  expect(await at(0xd0000000)).toBeUndefined();
});

test("pages of tables in three steps, where entries are of eight bytes", async () => {
  const address = 0xf8a35678;
  const word = memory({
    [0x1000 + 8 * 3]: 0x3001,
    [0x3000 + 8 * ((address >>> 21) & 511)]: 0x4063,
    [0x4000 + 8 * ((address >>> 12) & 511)]: 0x0999_9000 | 0x163,
    [0x4000 + 8 * ((address >>> 12) & 511) + 4]: 0x8000_0000,
    12288: 0x0020_01e3,
    [0x3000 + 8]: 0x0040_01e3,
    [0x3000 + 12]: 1,
  });
  const at = (place: number) => physicalOf(place, { directory: 0x1000, isWide: true }, word);
  // That it must not be executed is said in the upper half.
  expect(await at(address)).toBe(0x0999_9678);
  expect(await at(0xc0001234)).toBe(0x0020_1234);
  expect(await at(0xc0201234)).toBeUndefined(); // Above 4 GB.
  expect(await at(0x00001000)).toBeUndefined();
});

import { expect, test } from "vitest";
import type { KernelImage, KernelSymbol } from "./image/kernel-image.js";
import { comparedTexts, compareKernel } from "./same-kernel.js";

const START = 0xc0100000;
const SIZE = 64;
const COUNT = 500;
/** Functions of 64 bytes each; no two begin alike. */
const text = Buffer.alloc(SIZE * COUNT);
for (let at = 0; at < text.length; at += 4) text.writeUInt32LE(Math.imul(at + 1, 0x9e3779b1) >>> 0, at);
const symbols = Array.from({ length: COUNT }, (_, at): KernelSymbol => {
  return { name: `f${at}`, address: START + SIZE * at, size: SIZE, kind: "function", isLocal: false };
});
const section = { name: ".text", address: START, size: text.length, isCode: true, isWritable: false };
const start = { ...section, name: ".init.text", address: 0xc0300000, size: SIZE, bytes: Buffer.alloc(SIZE) };
const image = {
  sections: [start, { ...section, bytes: text }],
  symbols: [...symbols, { ...symbols[0], name: "init", address: start.address }],
} as unknown as KernelImage;
const nowhere = { address: 0, size: 0 };
const readerOf = (there: Buffer) => async (address: number, length: number) =>
  there.subarray(address - START, address - START + length);

const compare = (there: Buffer, isAll = true, of = image, hooked: readonly number[] = []) =>
  compareKernel(readerOf(there), comparedTexts(of, nowhere, hooked), isAll);
const other = async (there: Buffer, isAll = true, of = image) => (await compare(there, isAll, of)).other;

test.each([1, 250, 495])(
  "a kernel to which something was added at its function %i is another one",
  async (at) => {
    const added = Buffer.concat([text.subarray(0, SIZE * at), Buffer.alloc(16), text.subarray(SIZE * at)]);
    expect(await other(added)).toBe(`f${at}`);
  },
);

const PATCHED = Buffer.from(text);
for (let at = 0; at < COUNT; at++) PATCHED.write("e912345678", SIZE * at, "hex");
PATCHED.fill(0x90, SIZE * 7, SIZE * 8);

test("hooks and calls for traces at every function, and one that is patched whole, are no other Linux", async () => {
  const linux = { ...image, sections: [...image.sections, { ...start, name: ".altinstructions" }] };
  const { functions, some } = comparedTexts(linux, nowhere, []);
  expect([functions.length, some.length]).toEqual([COUNT, 64]);
  expect([some[0]?.place, some.at(-1)?.place]).toEqual(["f0", "f499"]);
  expect(await other(PATCHED, true, linux)).toBeUndefined();
  expect(await other(PATCHED, false, linux)).toBeUndefined();
});

test("another address in many functions is another kernel, where none patches itself", async () => {
  expect(await other(PATCHED)).toBe("f0");
  const few = Buffer.from(text);
  for (const at of [3, 70, 401]) few.write("e912345678", SIZE * at, "hex");
  expect(await other(few)).toBeUndefined();
});

test("a note that is another one is another kernel, one that was not loaded says nothing", async () => {
  const note = { ...start, name: ".notes", address: START + text.length, bytes: Buffer.from("0123", "hex") };
  const noted = { ...image, sections: [...image.sections, note] };
  const of = (words: string) => other(Buffer.concat([text, Buffer.from(words, "hex")]), false, noted);
  expect([await of("0123"), await of("0000"), await of("0124")]).toEqual([undefined, undefined, ".notes"]);
});

test("what the advice lies in is not compared", () => {
  const area = { address: START + SIZE * 100, size: 10 * SIZE };
  const { functions } = comparedTexts(image, area, []);
  expect(functions.map(({ place }) => place)).not.toContain("f105");
  expect(functions).toHaveLength(COUNT - 10);
});

const changedIn = async (...words: Parameters<typeof compare>) =>
  (await compare(...words)).changed.map(({ place }) => place);

test("each function with another byte is told, also behind its beginning and a small one, where none patches itself", async () => {
  const long = { name: "long", address: START, size: 4 * SIZE, kind: "function", isLocal: false } as const;
  const small = { ...long, name: "small", address: START + 4 * SIZE, size: 6 };
  const few = { ...image, symbols: [long, small, ...image.symbols.slice(5)] };
  const there = Buffer.from(text);
  for (const at of [200, 4 * SIZE + 5]) there.writeUInt8(there.readUInt8(at) ^ 1, at);
  expect(await changedIn(there, true, few)).toEqual(["long", "small"]);
  expect(await changedIn(text, true, few)).toEqual([]);
  const linux = { ...few, sections: [...few.sections, { ...start, name: ".altinstructions" }] };
  expect(await changedIn(there, true, linux)).toEqual([]);
});

test("where not all can be read at once, functions with hooks are compared whole", async () => {
  const there = Buffer.from(text);
  const at = 123 * SIZE + 60;
  there.writeUInt8(there.readUInt8(at) ^ 1, at);
  expect(await changedIn(there, false)).toEqual([]);
  expect(await changedIn(there, false, image, [START + 123 * SIZE + 7])).toEqual(["f123"]);
});

test("the jump to a version that Weft's guards plug in makes no other kernel, a function that is only called so does", async () => {
  const named = symbols.map((symbol, at) => (at < 2 ? { ...symbol, name: `way${at}_plugged` } : symbol));
  const plug = { ...symbols[9], name: "weft_plug_way0", kind: "object" };
  const replugged = { ...image, symbols: [...named, plug] } as unknown as KernelImage;
  const jumps = Buffer.from(text);
  jumps.write("e912345678", 0, "hex");
  expect((await compare(jumps, true, replugged, [START])).changed).toEqual([]);
  jumps.write("e912345678", SIZE, "hex");
  expect((await compare(jumps, true, replugged)).changed.map(({ place }) => place)).toEqual(["way1_plugged"]);
});

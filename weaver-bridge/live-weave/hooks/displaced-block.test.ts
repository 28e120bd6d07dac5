import { expect, test } from "vitest";
import { I686 } from "../../object-code/index.js";
import type { KernelImage } from "../image/kernel-image.js";
import { displacedBlock } from "./displaced-block.js";
import { blockTrampoline, type CalledAdvice, encodeHook } from "./trampoline.js";

const AT = 0xc0100000;

function imageOf(code: readonly number[], data: readonly number[] = []): KernelImage {
  const text = { name: ".text", address: AT, size: code.length, isCode: true, isWritable: false };
  const table = {
    name: ".rodata",
    address: 0xc0200000,
    size: 4 * data.length,
    isCode: false,
    isWritable: false,
  };
  const bytes = Buffer.from(code);
  return {
    ...{ file: "k", machine: I686, symbols: [], digest: "", named: () => [] },
    sections: [
      { ...text, bytes },
      { ...table, bytes: Buffer.from(new Uint32Array(data).buffer) },
    ],
    bytesAt: (address, length) => bytes.subarray(address - AT, address - AT + length),
  };
}

function siteOf(code: readonly number[], data?: readonly number[], at = 0) {
  return displacedBlock(imageOf(code, data), AT + at, { start: AT, end: AT + code.length });
}

/** push ebp; mov ebp, esp; sub esp, 8; ret */
const USUAL = [0x55, 0x89, 0xe5, 0x83, 0xec, 0x08, 0xc3];

test("whole instructions make room for the jump", () => {
  expect(siteOf(USUAL)).toEqual({ site: { address: AT, original: Buffer.from(USUAL.slice(0, 6)) } });
});

test.each([
  ["ends before a jump fits", [0x31, 0xc0, 0xc3, 0x90, 0x90, 0x90], []],
  // call [eax]; ret: too short, and what comes next is not moved
  ["call is among the instructions", [0xff, 0x10, 0xc3, 0x90, 0x90], []],
  // call [esp+4]: the return address would come in between
  ["call is among the instructions", [0x55, 0xff, 0x54, 0x24, 0x04, 0xc3], []],
  // mov eax, 1; ud2
  ["raises an exception", [0x89, 0xc8, 0x0f, 0x0b, 0x90, 0x90], []],
  // jmp to the second instruction
  ["to one of the instructions that a jump there", [...USUAL.slice(0, 6), 0xeb, 0xf9], []],
  // a table holds the third
  ["to one of the instructions that a jump there", USUAL, [AT + 3]],
])("refused: %s", (reason, code, data) => {
  expect(siteOf(code, data)).toEqual({ reason: expect.stringContaining(reason) as string });
});

test("a jump back to the very entry does no harm", () => {
  expect(siteOf([...USUAL.slice(0, 6), 0xeb, 0xf8])).toHaveProperty("site");
});

test("a call may be the last, and returns to where it would have", () => {
  // push ebp; call +16; ret
  const code = [0x55, 0xe8, 16, 0, 0, 0, 0xc3];
  const found = siteOf(code);
  expect(found).toEqual({ site: { address: AT, original: Buffer.from(code.slice(0, 6)) } });
  if ("reason" in found) return;
  const { bytes } = blockTrampoline(found.site, at32(TO), []);
  expect(bytes.subarray(0, 6)).toEqual(Buffer.from([0x55, 0x68, ...little(AT + 6)]));
  expect(bytes[6]).toBe(0xe9);
  expect(TO + 11 + bytes.readInt32LE(7)).toBe(AT + 6 + 16);
  // call [ebx+8] is jmp [ebx+8]
  const indirect = siteOf([0x89, 0xc8, 0xff, 0x53, 0x08, 0xc3]);
  if ("reason" in indirect) throw new Error(indirect.reason);
  const moved = blockTrampoline(indirect.site, at32(TO), []).bytes.toString("hex");
  expect(moved).toMatch(/^89c868050010c0ff6308/);
});

test("where a jump does not fit behind an instruction, it begins before it", () => {
  // mov eax, [ecx]; mov edx, [ecx+4]; ret; the last one is reached by a jump
  const code = [0x8b, 0x01, 0x8b, 0x51, 0x04, 0x31, 0xc0, 0xeb, 0xfc];
  expect(siteOf(code, [], 2)).toEqual({ site: { address: AT, original: Buffer.from(code.slice(0, 5)) } });
  // But not where the kernel jumps to it.
  expect(siteOf(code, [AT + 2], 2)).toEqual({
    reason: expect.stringContaining("to one of the instructions") as string,
  });
});

const TO = 0xc0020000;
const at32 = (address: number) => ({ address, machine: I686 });
const none = (address: number) => ({ address, usesFrame: false });
const little = (value: number) => [0, 8, 16, 24].map((bits) => (value >>> bits) & 0xff);

test("the trampoline counts, saves, calls, moves what the jump displaced, and goes back behind it", () => {
  // jne AT+32; mov eax, [0x1234]
  const original = Buffer.from([0x75, 0x1e, 0xa1, 0x34, 0x12, 0, 0]);
  const site = { address: AT, original };
  const before = [{ address: 0xc0020800, usesFrame: true }];
  const hook = { at: AT, isInside: false, hits: 0xc0021000, before, after: [] };
  const { bytes } = blockTrampoline(site, at32(TO), [hook]);
  expect(bytes.toString("hex")).toMatch(/^f0ff05001002c050515289e0e8.{8}5a59580f85/);
  expect(bytes.subarray(-5).readInt32LE(1) + TO + bytes.length).toBe(AT + original.length);
  // The branch leads where it led.
  const branch = bytes.indexOf(Buffer.from([0x0f, 0x85]));
  expect(bytes.readInt32LE(branch + 2) + TO + branch + 6).toBe(AT + 32);
  expect(encodeHook(site, TO, false, I686).subarray(5)).toEqual(original.subarray(5));
});

/** mov eax, [ecx+4]; add eax, 1; je +2; ret */
const ACCESS = [0x8b, 0x41, 0x04, 0x83, 0xc0, 0x01, 0x74, 0x02, 0xc3];

test("advice behind an access runs between it and the next instruction, and flags are kept", () => {
  const found = siteOf(ACCESS);
  expect(found).toEqual({ site: { address: AT, original: Buffer.from(ACCESS.slice(0, 6)) } });
  if ("reason" in found) return;
  const hook = { at: AT, isInside: true, hits: 0x3000, before: [], after: [none(0x1000)] };
  const { bytes } = blockTrampoline(found.site, at32(0x2000), [hook]);
  const [count, access, rest] = ["9cf0ff05003000009d", "8b4104", "83c001"];
  const call = "9c505152e8ebefffff5a59589d";
  expect(bytes.toString("hex").slice(0, -10)).toBe(`${count}${access}${call}${rest}`);
});

test("of hooks that share a jump each runs at its own instruction", () => {
  const block = { address: AT, original: Buffer.from(ACCESS.slice(0, 6)) };
  const at = (offset: number, hits: number) => ({
    ...{ at: AT + offset, isInside: true, hits, before: [], after: [] },
  });
  const { bytes } = blockTrampoline(block, at32(0x2000), [at(3, 0x4000), at(0, 0x3000)]);
  const count = (hits: string) => `9cf0ff05${hits}00009d`;
  expect(bytes.toString("hex").slice(0, -10)).toBe(`${count("0030")}8b4104${count("0040")}83c001`);
});

test("what replaces the return address gets its place, and two registers are kept for it, beside other advice three", () => {
  const site = { address: AT, original: Buffer.from([0xa1, 0x34, 0x12, 0, 0]) };
  const enter = { address: 0xc0020800, usesFrame: false, isEnter: true };
  const code = (before: readonly CalledAdvice[]) =>
    blockTrampoline(site, at32(TO), [{ at: AT, isInside: false, hits: 0xc0021000, before, after: [] }]).bytes;
  expect(code([enter]).toString("hex")).toMatch(/^f0ff05001002c050528d442409e8.{8}5a58a1/);
  expect(code([none(0xc0020900), enter]).toString("hex")).toMatch(
    /^f0ff05001002c0505152e8.{8}8d44240de8.{8}5a5958a1/,
  );
});

import { expect, test } from "vitest";
import type { KernelImage } from "../image/kernel-image.js";
import { entrySite, insideSite, jumpTargets } from "./entry-sites.js";
import { encodeHook, entryTrampoline, insideTrampoline } from "./trampoline.js";

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
    ...{ file: "k", symbols: [], digest: "" },
    sections: [
      { ...text, bytes },
      { ...table, bytes: Buffer.from(new Uint32Array(data).buffer) },
    ],
    bytesAt: (address, length) => bytes.subarray(address - AT, address - AT + length),
  };
}

function siteOf(code: readonly number[], data?: readonly number[]) {
  const image = imageOf(code, data);
  const symbol = { name: "f", address: AT, size: code.length, kind: "function", isLocal: false } as const;
  return entrySite(image, symbol, jumpTargets(image));
}

/** push ebp; mov ebp, esp; sub esp, 8; ret */
const USUAL = [0x55, 0x89, 0xe5, 0x83, 0xec, 0x08, 0xc3];

test("whole instructions make room for the jump", () => {
  expect(siteOf(USUAL)).toEqual({ site: { address: AT, original: Buffer.from(USUAL.slice(0, 6)) } });
});

test.each([
  ["it is shorter than a jump", [0x31, 0xc0, 0xc3, 0x90, 0x90, 0x90], []],
  ["is a call", [0x55, 0xe8, 0, 0, 0, 0, 0xc3], []],
  // jmp to the second instruction
  ["jumps between the first instructions", [...USUAL.slice(0, 6), 0xeb, 0xf9], []],
  // a table holds the third
  ["jumps between the first instructions", USUAL, [AT + 3]],
])("refused: %s", (reason, code, data) => {
  expect(siteOf(code, data)).toEqual({ reason: expect.stringContaining(reason) as string });
});

test("a jump back to the very entry does no harm", () => {
  expect(siteOf([...USUAL.slice(0, 6), 0xeb, 0xf8])).toHaveProperty("site");
});

test("the trampoline counts, saves, calls, moves what the jump displaced, and goes back behind it", () => {
  // jne AT+32; mov eax, [0x1234]
  const original = Buffer.from([0x75, 0x1e, 0xa1, 0x34, 0x12, 0, 0]);
  const site = { address: AT, original };
  const calls = [{ address: 0xc0020800, usesFrame: true }];
  const plan = { site, address: 0xc0020000, hits: 0xc0021000, calls, isCall: false };
  const { bytes } = entryTrampoline(plan);
  expect(bytes.toString("hex")).toMatch(/^f0ff05001002c050515289e0e8.{8}5a59580f85/);
  expect(bytes.subarray(-5).readInt32LE(1) + 0xc0020000 + bytes.length).toBe(AT + original.length);
  // The branch leads where it led.
  const branch = bytes.indexOf(Buffer.from([0x0f, 0x85]));
  expect(bytes.readInt32LE(branch + 2) + plan.address + branch + 6).toBe(AT + 32);
  expect(encodeHook(site, plan.address, false).subarray(5)).toEqual(original.subarray(5));
});

/** mov eax, [ecx+4]; add eax, 1; je +2; ret */
const ACCESS = [0x8b, 0x41, 0x04, 0x83, 0xc0, 0x01, 0x74, 0x02, 0xc3];

test("advice behind an access runs between it and the next instruction, and flags are kept", () => {
  const found = insideSite(imageOf(ACCESS), AT, AT + ACCESS.length, { leadsInto: () => false });
  expect(found).toEqual({ site: { address: AT, original: Buffer.from(ACCESS.slice(0, 6)) } });
  if ("reason" in found) return;
  const none = { address: 0x1000, usesFrame: false };
  const { bytes } = insideTrampoline({ ...found, address: 0x2000, hits: 0x3000, before: [], after: [none] });
  const [count, access, rest] = ["9cf0ff05003000009d", "8b4104", "83c001"];
  const call = "9c505152e8ebefffff5a59589d";
  expect(bytes.toString("hex").slice(0, -10)).toBe(`${count}${access}${call}${rest}`);
});

test("an access before a call, or one that the kernel jumps behind, has no place for a jump", () => {
  const code = [0x8b, 0x01, 0xe8, 0, 0, 0, 0];
  const reason = (leads: boolean, bytes: readonly number[]) => {
    const found = insideSite(imageOf(bytes), AT, AT + bytes.length, { leadsInto: () => leads });
    return "reason" in found ? found.reason : undefined;
  };
  expect(reason(false, code)).toContain("its return address would lie in moved code");
  expect(reason(true, ACCESS)).toContain("the kernel jumps to one of the instructions");
  expect(reason(false, [0x8b, 0x01, 0xc3])).toBe("the function ends before a jump fits");
});

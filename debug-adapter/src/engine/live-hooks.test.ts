import { expect, test } from "vitest";
import { type CodeLine, withHooks } from "./live-hooks.js";

const line = (at: number, instructionBytes: string, instruction: string): CodeLine => ({
  ...{ address: `0x${at.toString(16)}`, instructionBytes, instruction },
});
/** `push %ebp; mov %esp,%ebp; sub $8,%esp` under a jump, whose last byte is left, and swallows what is behind. */
const PUSH = line(0x1000, "55", "push %ebp");
const KERNEL = [PUSH, line(0x1001, "89 e5", "mov %esp,%ebp"), line(0x1003, "83 ec 08", "sub $8,%esp")];
const BEHIND = [line(0x1006, "b8 01 00 00 00", "mov $1,%eax"), line(0x100b, "c3", "ret")];
const MACHINE = [
  line(0xfff, "90", "nop"),
  line(0x1000, "e9 fb 0f 00 00", "jmp 0x2000"),
  line(0x1005, "08 b8 01 00 00 00", "or %bh,0x1(%eax)"),
  line(0x100b, "c3", "ret"),
];
const HOOK = {
  address: 0x1000,
  original: "5589e583ec08",
  isTrap: false,
  trampoline: 0x2000,
  titles: ["A: before f"],
};
const within = (lines: readonly CodeLine[]) => async (start: number, end: number) =>
  lines.filter(({ address }) => start <= Number(address) && Number(address) < end);
const read = { ofFile: within(KERNEL), ofMachine: within(BEHIND) };
const said = async (...asked: Parameters<typeof withHooks>) =>
  (await withHooks(...asked)).map(
    ({ address, instruction }) => `${address} ${instruction.replace(/ +/g, " ")}`,
  );

test("what a jump displaced is shown as the kernel has it, and what is behind from its beginning", async () => {
  expect(await said(MACHINE, [HOOK], read)).toEqual([
    "0xfff nop",
    "0x1000 push %ebp # hooked by a jump to 0x2000: A: before f",
    "0x1001 mov %esp,%ebp # runs there",
    "0x1003 sub $8,%esp # runs there",
    "0x1006 mov $1,%eax",
    "0x100b ret",
  ]);
});

test("where the kernel's file says something else, the bytes are told", async () => {
  const other = { ...read, ofFile: within(MACHINE) };
  expect((await said(MACHINE, [HOOK], other))[1]).toBe(
    "0x1000 jmp 0x2000 # hooked by a jump to 0x2000: A: before f; in place of 5589e583ec08",
  );
});

test("a trap displaces one instruction, and a trampoline says for what it runs", async () => {
  const trap = { ...HOOK, original: "55", isTrap: true };
  const lines = [line(0x1000, "cc", "int3"), ...KERNEL.slice(1)];
  expect((await said(lines, [trap], read)).slice(0, 2)).toEqual([
    "0x1000 push %ebp # hooked by a trap to 0x2000: A: before f",
    "0x1001 mov %esp,%ebp",
  ]);
  expect(await said([line(0x2000, "50", "push %eax")], [HOOK], read)).toEqual([
    "0x2000 push %eax # runs for 0x1000: A: before f",
  ]);
});

test("code without hooks is left alone", async () => {
  expect(await withHooks(BEHIND, [HOOK], read)).toEqual(BEHIND);
  expect(await withHooks([], [HOOK], read)).toEqual([]);
});

import { expect, test } from "vitest";
import { groupRegisters } from "./register-groups.js";

const named = (names: string) => names.split(" ").map((name) => ({ name }));
const grouped = (names: string) => {
  const { general, groups } = groupRegisters(named(names));
  const text = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(" ");
  return [text(general), ...[...groups].map(([group, list]) => `${group}: ${text(list)}`)];
};

test("what is looked at first stands alone, the rest by kind", () => {
  expect(grouped("eax esp eip eflags cs gs fs_base cr0 cr3 efer st0 fctrl xmm0 mxcsr al ax")).toEqual([
    "eax esp eip eflags",
    "Segments: cs gs fs_base",
    "Control: cr0 cr3 efer",
    "Floating point: st0 fctrl",
    "Vectors: xmm0 mxcsr",
    "Parts of registers: al ax",
  ]);
});

test("with 64 bits, halves are parts, and a group that has nothing is not there", () => {
  expect(grouped("rax r15 rip eflags eax r15d")).toEqual([
    "rax r15 rip eflags",
    "Parts of registers: eax r15d",
  ]);
});

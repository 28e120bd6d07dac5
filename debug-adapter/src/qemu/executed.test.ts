import { expect, test } from "vitest";
import { CODE_BITS, readExecuted, readRegisters } from "./executed.js";

const state = (stack: string, program: string) =>
  `EAX=00000000 EBX=00000001 ECX=00000000 EDX=00000000
ESI=00000000 EDI=00000000 EBP=c0155de0 ESP=${stack}
EIP=${program} EFL=00000006 [-----P-] CPL=0 II=0 A20=1 SMM=0 HLT=0
CR0=80010011 CR2=08049008 CR3=0018f000 CR4=00000010`;
const step = (stack: string, program: string) =>
  `Trace 0: 0x7f58e438c580 [00000000/c01075c0/000000b0/ff020201] f\n${state(stack, program)}`;

test("each instruction is told by where the machine was before it", () => {
  expect(readExecuted(`${step("1000", "c0")}\n${step("0ffc", "c1")}\n`)).toEqual([
    { programCounter: 0xc0, stackPointer: 0x1000 },
    { programCounter: 0xc1, stackPointer: 0xffc },
  ]);
});

test("an interrupt executes nothing, and an instruction that faults has not run", () => {
  const interrupt = `Servicing hardware INT=0x20\n    68: v=20 e=0000 i=0\n${state("1", "1")}`;
  const fault = `check_exception old: 0xffffffff new 0xe\n   142: v=0e e=0007 i=0\n${state("2", "2")}`;
  const log = [step("10", "a0"), interrupt, step("20", "b0"), fault, step("30", "c0"), step("10", "b0")];
  expect(readExecuted(log.join("\n")).map(({ programCounter }) => programCounter)).toEqual([
    0xa0, 0xc0, 0xb0,
  ]);
});

test("an instruction before which QEMU stopped has not run, be it the last or told once more", () => {
  const stopped = "Stopped execution of TB chain before 0x7f49f4067880 [00101cc0] f";
  const log = [step("10", "a0"), step("20", "b0"), stopped, step("20", "b0"), step("30", "c0"), stopped];
  expect(readExecuted(log.join("\n")).map(({ programCounter }) => programCounter)).toEqual([0xa0, 0xb0]);
});

test("registers of 64 bits are known", () => {
  const text =
    "Trace 0: 0x1 [0/f] f\nRSI=0 RDI=1 RBP=2 RSP=ffffffff81000000\nR8 =0\nRIP=0000000000100000 RFL=2\n";
  expect(readExecuted(text)).toEqual([{ programCounter: 0x100000, stackPointer: 0xffffffff81000000 }]);
});

test("in which mode the processor reads its instructions is known", () => {
  const state = "RIP=0000000000100000 RFL=2\nCS =0008 0000000000000000 ffffffff 00a09a00 DPL=0 CS64 [-R-]\n";
  expect(readRegisters(state).get(CODE_BITS)).toBe(64n);
  expect(readRegisters(step("10", "a0")).get(CODE_BITS)).toBeUndefined();
});

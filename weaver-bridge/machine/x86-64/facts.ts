/** x86-64 without its instructions: calls by the System V ABI, code and data in the lowest or the highest 2 GB. */
import type { MachineFacts } from "../machine-facts.js";
import { dumpNotes } from "../x86/dump-notes.js";
import { entryCode } from "../x86/entry-code.js";
import { X86_BYTES } from "../x86/instruction-bytes.js";
import { registerParts } from "../x86/register-parts.js";
import { gdbTarget, stubRegisters } from "../x86/stub-registers.js";
import { X86_64_INTERRUPTS } from "./interrupts.js";
import { X86_64_LINUX } from "./linux.js";
import { X86_64_LIVE } from "./live-assembly.js";
import { R8, R9, RAX, RBP, RCX, RDI, RDX, RFLAGS, RIP, RSI, RSP } from "./numbers.js";

const HIGH = ["r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"];
const GENERAL = ["rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp", ...HIGH];
const ORDER = ["rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp", ...HIGH, "rip"];
const STATUS =
  "r15 r14 r13 r12 rbp rbx r11 r10 r9 r8 rax rcx rdx rsi rdi - rip cs eflags rsp ss fs_base gs_base ds es fs gs".split(
    " ",
  );

export const X86_64_FACTS: MachineFacts = {
  ...{
    name: "x86_64",
    elfMachine: 62,
    targets: /^(?:x86_64|amd64)/,
    bits: 64,
    word: 8,
    registers: GENERAL.length,
  },
  names: { ...GENERAL, [RIP]: "rip", [RFLAGS]: "eflags" },
  ...{ result: RAX, counter: RCX, stackPointer: RSP, framePointer: RBP, programCounter: RIP, flags: RFLAGS },
  parts: registerParts(GENERAL, 8),
  addressSpace: "cr3",
  ...{ clobbered: [RAX], argumentRegisters: [RDI, RSI, RDX, RCX, R8, R9], takesHiddenArgument: false },
  kernelArguments: undefined,
  address: (sum) => sum | 0,
  stub: stubRegisters(ORDER, true, 450),
  gdb: gdbTarget(ORDER, 8),
  interrupts: X86_64_INTERRUPTS,
  entries: entryCode(GENERAL, "rsp", 8),
  bytes: X86_BYTES,
  dump: dumpNotes(STATUS, 112, 8),
  linux: X86_64_LINUX,
  live: X86_64_LIVE,
  plug: undefined,
  variadic: undefined,
};

/** i686 without its instructions. */
import type { MachineFacts } from "../machine-facts.js";
import { dumpNotes } from "../x86/dump-notes.js";
import { entryCode } from "../x86/entry-code.js";
import { X86_BYTES } from "../x86/instruction-bytes.js";
import { registerParts } from "../x86/register-parts.js";
import { gdbTarget, stubRegisters } from "../x86/stub-registers.js";
import { I686_INTERRUPTS } from "./interrupts.js";
import { I686_LINUX } from "./linux.js";
import { I686_LIVE } from "./live-assembly.js";
import { EAX, EBP, ECX, EDX, EFLAGS, EIP, ESP } from "./numbers.js";
import { I686_PLUG } from "./plug-assembly.js";
import { I686_VARIADIC } from "./variadic-assembly.js";

const GENERAL = ["eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi"];
const ORDER = [...GENERAL, "eip"];
const STATUS = "ebx ecx edx esi edi ebp eax ds es fs gs - eip cs eflags esp ss".split(" ");

export const I686_FACTS: MachineFacts = {
  ...{ name: "i686", elfMachine: 3, targets: /^i[3-6]86/, bits: 32, word: 4, registers: GENERAL.length },
  names: { ...GENERAL, [EIP]: "eip", [EFLAGS]: "eflags" },
  ...{ result: EAX, counter: ECX, stackPointer: ESP, framePointer: EBP, programCounter: EIP, flags: EFLAGS },
  parts: registerParts(GENERAL, 4),
  addressSpace: "cr3",
  ...{ clobbered: [EAX], argumentRegisters: [], takesHiddenArgument: true },
  kernelArguments: [EAX, EDX, ECX],
  address: (sum) => sum >>> 0,
  stub: stubRegisters(ORDER, false, 0),
  gdb: gdbTarget(ORDER, 4),
  interrupts: I686_INTERRUPTS,
  entries: entryCode(GENERAL, "esp", 4),
  bytes: X86_BYTES,
  dump: dumpNotes(STATUS, 72, 4),
  linux: I686_LINUX,
  live: I686_LIVE,
  plug: I686_PLUG,
  variadic: I686_VARIADIC,
};

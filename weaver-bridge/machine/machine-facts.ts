/**
 * What is known of a machine without reading its instructions: registers, stacks, traps, page tables. Who needs no more
 * imports these; `Machine` adds the instructions. Each machine has a folder of its own beside this file.
 */
import type { DumpNotes } from "./dump-notes.js";
import type { EntryCode } from "./entry-code.js";
import type { InstructionBytes } from "./instruction-bytes.js";
import type { InterruptFrames } from "./interrupt-frames.js";
import type { LinuxOnMachine } from "./linux-on-machine.js";
import type { LiveAssembly } from "./live-assembly.js";
import type { PlugAssembly } from "./plug-assembly.js";
import type { GdbTarget, StubRegisters } from "./stub-registers.js";
import type { VariadicAssembly } from "./variadic-assembly.js";

/** Registers by DWARF's numbers of the machine. */
export interface MachineFacts {
  readonly name: string;
  /** Its number in ELF files (`e_machine`), which together with their width says it. */
  readonly elfMachine: number;
  /** Targets of compilers that are this machine: `i686-linux-gnu`. */
  readonly targets: RegExp;
  readonly bits: 32 | 64;
  /** In bytes: of a pointer, of a slot on the stack. */
  readonly word: 4 | 8;
  /** Those below have values that types flow through. */
  readonly registers: number;
  /** GDB's names. */
  readonly names: Readonly<Record<number, string>>;
  readonly parts: RegisterParts;
  /** Where a call's result of one word is. */
  readonly result: number;
  /** How often a repeated instruction is. */
  readonly counter: number;
  readonly stackPointer: number;
  readonly framePointer: number;
  readonly programCounter: number;
  readonly flags: number;
  /** The register that says which memory virtual addresses mean, by QEMU's name in lower case. */
  readonly addressSpace: string;
  /**
   * What a call changes for certain. By the rules it may change others too; where they are used behind a call all the same,
   * the compiler knew that the function leaves them alone.
   */
  readonly clobbered: readonly number[];
  /** Of integers and pointers in their order; none where all arguments are on the stack. */
  readonly argumentRegisters: readonly number[];
  /**
   * The same for functions of a kernel that is compiled to take its first arguments in registers. Undefined where nothing
   * that sets registers calls them yet.
   */
  readonly kernelArguments: readonly number[] | undefined;
  /** Who returns a struct takes the place for it, which is an argument on the stack, off the stack. */
  readonly takesHiddenArgument: boolean;
  /**
   * The address that a sum is, which was made modulo 2^32. In 64 bits code and data of one image are in the lowest or the
   * highest 2 GB, and the highest have negative addresses: numbers of JavaScript hold these exactly.
   */
  address(sum: number): number;
  /** As a debug stub tells all of them. */
  readonly stub: StubRegisters;
  readonly gdb: GdbTarget;
  readonly interrupts: InterruptFrames;
  readonly entries: EntryCode;
  readonly bytes: InstructionBytes;
  readonly dump: DumpNotes;
  readonly linux: LinuxOnMachine;
  /** Of functions that advice in a running kernel is called by. */
  readonly live: LiveAssembly;
  /** Undefined where no functions are plugged in yet, and where around advice is not given such functions. */
  readonly plug: PlugAssembly | undefined;
  readonly variadic: VariadicAssembly | undefined;
}

/** Bytes of a register whose values are followed. */
export interface RegisterPart {
  /** DWARF's. */
  readonly number: number;
  /** Of its lowest byte. */
  readonly offset: number;
  /** In bytes. */
  readonly size: number;
}

/** By GDB's names, without `$`; whole registers are among them. */
export interface RegisterParts {
  named(name: string): RegisterPart | undefined;
  nameOf(part: RegisterPart): string | undefined;
}

/** GDB's name of a register that every machine has. */
export const nameOf = (machine: Pick<MachineFacts, "names" | Role>, register: Role): string =>
  machine.names[machine[register]] ?? "";

type Role = "programCounter" | "stackPointer" | "framePointer" | "result";

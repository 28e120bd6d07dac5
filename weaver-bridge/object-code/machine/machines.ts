/** The machines whose code is read here. */
import type { ElfFile } from "../elf/elf-file.js";
import { I686 } from "./i686/i686.js";
import type { Machine } from "./machine.js";
import { X86_64 } from "./x86-64/x86-64.js";

/** What is woven into by the width of its addresses. */
export const machineOfBits = (bits: 32 | 64): Machine => (bits === 64 ? X86_64 : I686);

/** Undefined for another one, and for an ELF file whose width is not its machine's (x32). */
export function machineOf({ machine, bits }: Pick<ElfFile, "machine" | "bits">): Machine | undefined {
  if (machine === "i386" && bits === 32) return I686;
  return machine === "x86-64" && bits === 64 ? X86_64 : undefined;
}

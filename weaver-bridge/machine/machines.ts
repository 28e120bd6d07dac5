/** The machines whose code is read here. */
import { I686 } from "./i686/i686.js";
import type { Machine } from "./machine.js";
import { X86_64 } from "./x86-64/x86-64.js";

const MACHINES: readonly Machine[] = [I686, X86_64];

/** What is woven into by the width of its addresses. */
export const machineOfBits = (bits: 32 | 64): Machine => (bits === 64 ? X86_64 : I686);

/** By ELF's number and width; undefined for another one, and for an ELF file whose width is not its machine's (x32). */
export const machineOf = (file: { readonly machine: number; readonly bits: 32 | 64 }): Machine | undefined =>
  MACHINES.find(({ elfMachine, bits }) => elfMachine === file.machine && bits === file.bits);

/** Registers of x86-64 as its instructions name them, by DWARF's numbers. */
import { Register } from "iced-x86";
import { createNumbers } from "../x86/register-numbers.js";

/** A write of the 32-bit half makes the other half zero. */
export const { registerNumber, wholeRegister } = createNumbers([
  { whole: [Register.RAX, Register.EAX], parts: [Register.AX, Register.AL, Register.AH] },
  { whole: [Register.RDX, Register.EDX], parts: [Register.DX, Register.DL, Register.DH] },
  { whole: [Register.RCX, Register.ECX], parts: [Register.CX, Register.CL, Register.CH] },
  { whole: [Register.RBX, Register.EBX], parts: [Register.BX, Register.BL, Register.BH] },
  { whole: [Register.RSI, Register.ESI], parts: [Register.SI, Register.SIL] },
  { whole: [Register.RDI, Register.EDI], parts: [Register.DI, Register.DIL] },
  { whole: [Register.RBP, Register.EBP], parts: [Register.BP, Register.BPL] },
  { whole: [Register.RSP, Register.ESP], parts: [Register.SP, Register.SPL] },
  { whole: [Register.R8, Register.R8D], parts: [Register.R8W, Register.R8L] },
  { whole: [Register.R9, Register.R9D], parts: [Register.R9W, Register.R9L] },
  { whole: [Register.R10, Register.R10D], parts: [Register.R10W, Register.R10L] },
  { whole: [Register.R11, Register.R11D], parts: [Register.R11W, Register.R11L] },
  { whole: [Register.R12, Register.R12D], parts: [Register.R12W, Register.R12L] },
  { whole: [Register.R13, Register.R13D], parts: [Register.R13W, Register.R13L] },
  { whole: [Register.R14, Register.R14D], parts: [Register.R14W, Register.R14L] },
  { whole: [Register.R15, Register.R15D], parts: [Register.R15W, Register.R15L] },
]);

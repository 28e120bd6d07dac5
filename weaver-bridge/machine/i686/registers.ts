/** Registers of i686 as its instructions name them, by DWARF's numbers. */
import { Register } from "iced-x86";
import { createNumbers } from "../x86/register-numbers.js";

const { EAX: A, ECX: C, EDX: D, EBX: B, AX, AL, AH, CX, CL, CH, DX, DL, DH, BX, BL, BH } = Register;
const { ESP: S, EBP: F, ESI, EDI, SP, BP, SI, DI } = Register;

export const { registerNumber, wholeRegister } = createNumbers([
  { whole: [A], parts: [AX, AL, AH] },
  { whole: [C], parts: [CX, CL, CH] },
  { whole: [D], parts: [DX, DL, DH] },
  { whole: [B], parts: [BX, BL, BH] },
  { whole: [S], parts: [SP] },
  { whole: [F], parts: [BP] },
  { whole: [ESI], parts: [SI] },
  { whole: [EDI], parts: [DI] },
]);

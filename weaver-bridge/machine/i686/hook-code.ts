/** What hooks run in i686: registers as `regparm(3)` has them. */
import { Code, Register } from "iced-x86";
import { hookInstructions } from "../x86/hook-instructions.js";
import { EAX, ECX, EDX, EFLAGS } from "./numbers.js";

const { EAX: A, ECX: C, EDX: D, EBX: B, ESP: S, EBP: F, ESI, EDI } = Register;

export const I686_HOOKS = hookInstructions(
  {
    ...{ bits: 32, registers: [A, C, D, B, S, F, ESI, EDI], stackPointer: S },
    ...{ push: Code.Push_r32, pop: Code.Pop_r32, pushFlags: Code.Pushfd, popFlags: Code.Popfd },
    ...{ pushZero: Code.Pushd_imm8, pushConstant: Code.Pushd_imm32, pushMemory: Code.Push_rm32 },
    ...{ drop: Code.Add_rm32_imm32, move: Code.Mov_rm32_r32, constant: Code.Mov_r32_imm32 },
    ...{ address: Code.Lea_r32_m, call: Code.Call_rel32_32, jump: Code.Jmp_rel32_32 },
    ...{ back: Code.Retnd },
  },
  {
    ...{ saved: [EAX, ECX, EDX], parameters: { frame: EAX, object: EDX, pc: ECX } },
    ...{ few: [EAX, EDX], flags: EFLAGS, redZone: 0 },
    ...{ savesAll: true, landingPad: Uint8Array.of() },
  },
);

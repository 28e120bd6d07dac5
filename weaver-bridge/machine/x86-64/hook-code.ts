/** What hooks run in x86-64: registers as the System V ABI has them; none of SSE are kept, which kernels leave to programs. */
import { Code, Register } from "iced-x86";
import { hookInstructions } from "../x86/hook-instructions.js";
import { R8, R9, R10, R11, RAX, RCX, RDI, RDX, RFLAGS, RSI } from "./numbers.js";

const { RAX: A, RDX: D, RCX: C, RBX: B, RSI: SI, RDI: DI, RBP: F, RSP: S } = Register;
const HIGH = [Register.R8, Register.R9, Register.R10, Register.R11, Register.R12, Register.R13];

export const X86_64_HOOKS = hookInstructions(
  {
    ...{ bits: 64, registers: [A, D, C, B, SI, DI, F, S, ...HIGH, Register.R14, Register.R15] },
    ...{ stackPointer: S, push: Code.Push_r64, pop: Code.Pop_r64 },
    ...{ pushFlags: Code.Pushfq, popFlags: Code.Popfq },
    ...{ pushZero: Code.Pushq_imm8, pushConstant: Code.Pushq_imm32, pushMemory: Code.Push_rm64 },
    ...{ drop: Code.Add_rm64_imm32, move: Code.Mov_rm64_r64, constant: Code.Mov_rm64_imm32 },
    ...{ address: Code.Lea_r64_m, call: Code.Call_rel32_64, jump: Code.Jmp_rel32_64 },
    ...{ back: Code.Retnq },
  },
  {
    ...{ saved: [RAX, RDX, RCX, RSI, RDI, R8, R9, R10, R11] },
    ...{ parameters: { frame: RDI, object: RSI, pc: RDX }, few: [RAX, RDX] },
    ...{ flags: RFLAGS, redZone: 128, savesAll: false },
    landingPad: Uint8Array.of(0xf3, 0x0f, 0x1e, 0xfa), // endbr64
  },
);

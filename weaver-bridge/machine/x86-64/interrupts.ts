/** What an x86_64 pushes for an exception (Intel SDM 3A, figure 6-9), and `struct pt_regs` of Linux. */
import type { InterruptFrames } from "../interrupt-frames.js";

/** r15, r14, r13, r12, rbp, rbx, r11, r10, r9, r8, rax, rcx, rdx, rsi, rdi. */
const LOWEST = [15, 14, 13, 12, 6, 3, 11, 10, 9, 8, 0, 2, 1, 4, 5];

export const X86_64_INTERRUPTS: InterruptFrames = {
  ...{ pushed: 5, flagsAt: 2, stackAt: 3, stackRule: [] },
  // Behind them the system call's number; rip, the code segment, eflags, rsp.
  linuxSaved: [...LOWEST.map((register, at) => [register, 8 * at] as const), [16, 128], [49, 144], [7, 152]],
};

/** What an i386 pushes for an exception (Intel SDM 3A, figure 6-4), and `struct pt_regs` of Linux. */
import type { InterruptFrames } from "../interrupt-frames.js";

export const I686_INTERRUPTS: InterruptFrames = {
  ...{ pushed: 3, flagsAt: 2, stackAt: undefined },
  // Pushed only when it comes from a program: the saved code segment tells.
  stackRule: [12, 0x12, 0x38, 0x1c, 0x06, 0x33, 0x1a, 0x30, 0x29, 0x28, 1, 0, 0x06],
  // ebx, ecx, edx, esi, edi, ebp, eax, eip, eflags, esp
  linuxSaved: [
    [3, 0],
    [1, 4],
    [2, 8],
    [6, 12],
    [7, 16],
    [5, 20],
    [0, 24],
    [8, 48],
    [9, 56],
    [4, 60],
  ],
};

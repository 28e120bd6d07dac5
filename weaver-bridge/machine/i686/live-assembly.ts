/** Live advice on i386: in two registers, which no compiler does, and a node is taken by its lowest bit. */
import type { LiveAssembly } from "../live-assembly.js";

/** For debuggers; the compiler says the rest of it. */
const GREW = ".cfi_adjust_cfa_offset 4";
const SHRANK = ".cfi_adjust_cfa_offset -4";

export const I686_LIVE: LiveAssembly = {
  frame: { result: 8, place: 12 },
  timeStamp: "__builtin_ia32_rdtsc()",
  // Each CPU has its own data in the segment of fs.
  cpuNumber: (variable, symbol) => `__asm__ volatile ("movl %%fs:${symbol}, %0" : "=r" (${variable}));`,
  /** It leaves ecx. */
  enter: ({ nodes, second, replaceSeldom, spread }) =>
    [
      `imull $${spread.by | 0}, %eax, %edx; shrl $${spread.bits}, %edx; lock btsl $0, ${nodes}(,%edx,8); jc 1f`,
      `movl %eax, ${nodes}(,%edx,8); pushl -1(%eax); ${GREW}; popl ${nodes} + 4(,%edx,8); ${SHRANK}`,
      `pushl ${second}; ${GREW}; popl -1(%eax); ${SHRANK}; ret`,
      `1: pushl %ecx; ${GREW}; call ${replaceSeldom}; popl %ecx; ${SHRANK}; ret`,
    ].join("; "),
  /** The compiler would make a frame for the call, which seldom happens. */
  restore: ({ nodes, restoreSeldom, spread }) => {
    const lines = [
      `imull $${spread.by | 0}, %%eax, %%edx; shrl $${spread.bits}, %%edx; cmpl %%eax, ${nodes}(,%%edx,8); je 1f`,
      `pushl %%eax; pushl %%ecx; movl $${nodes}, %%edx; call ${restoreSeldom}; popl %%ecx; popl %%eax; jmp 2f`,
      `1: pushl ${nodes} + 4(,%%edx,8); popl -1(%%eax); movl $0, ${nodes}(,%%edx,8)`,
      "2:",
    ];
    return `__asm__ volatile("${lines.join("; ")}" : : "a"(__weft_frame) : "edx", "memory", "cc");`;
  },
};

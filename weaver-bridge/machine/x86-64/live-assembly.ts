/** Live advice on x86_64: likewise, and nodes are of sixteen bytes. */
import type { LiveAssembly } from "../live-assembly.js";

/** For debuggers; the compiler says the rest of it. */
const [GREW, SHRANK] = [".cfi_adjust_cfa_offset 8", ".cfi_adjust_cfa_offset -8"];
/** What C may change beside rax and rdx. */
const OTHERS = ["rcx", "rsi", "rdi", "r8", "r9", "r10", "r11"];

/** Of the node that is looked at first twice the number. */
const home = (key: string, at: string, { by, bits }: { readonly by: number; readonly bits: number }) =>
  `imull $${by | 0}, ${key}, ${at}; shrl $${bits}, ${at}; addl ${at}, ${at}`;

export const X86_64_LIVE: LiveAssembly = {
  frame: { result: 64, place: 72 },
  timeStamp: "__builtin_ia32_rdtsc()",
  enter: ({ nodes, second, replaceSeldom, spread }) =>
    [
      `${home("%eax", "%edx", spread)}; lock btsq $0, ${nodes}(,%rdx,8); jc 1f`,
      `movq %rax, ${nodes}(,%rdx,8); pushq -1(%rax); ${GREW}; popq ${nodes} + 8(,%rdx,8); ${SHRANK}`,
      `pushq ${second}; ${GREW}; popq -1(%rax); ${SHRANK}; ret`,
      `1: ${OTHERS.map((name) => `pushq %${name}; ${GREW}`).join("; ")}`,
      `movq %rax, %rdi; call ${replaceSeldom}`,
      `${[...OTHERS]
        .reverse()
        .map((name) => `popq %${name}; ${SHRANK}`)
        .join("; ")}; ret`,
    ].join("; "),
  /** The compiler may have put anything else into registers that the seldom call changes. */
  restore: ({ nodes, restoreSeldom, spread }) => {
    const lines = [
      `${home("%%eax", "%%edx", spread)}; cmpq %%rax, ${nodes}(,%%rdx,8); je 1f`,
      `pushq %%rax; movq %%rax, %%rdi; movq $${nodes}, %%rsi; call ${restoreSeldom}; popq %%rax; jmp 2f`,
      `1: pushq ${nodes} + 8(,%%rdx,8); popq -1(%%rax); movq $0, ${nodes}(,%%rdx,8)`,
      "2:",
    ];
    const changed = ["rdx", ...OTHERS, "memory", "cc"].map((name) => `"${name}"`).join(", ");
    return `__asm__ volatile("${lines.join("; ")}" : : "a"(__weft_frame) : ${changed});`;
  },
};

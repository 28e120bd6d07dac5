/** Linux on x86_64: stacks are mapped page by page, and what is per CPU lies elsewhere, so they are not searched alone. */
import type { LinuxOnMachine } from "../linux-on-machine.js";

export const X86_64_LINUX: LinuxOnMachine = {
  switchedOut: ["r15", "r14", "r13", "r12", "rbx", "rbp", "rip"],
  systemCalls: undefined,
  programCalls: {
    numbers: "SYS_WRITE = 1, SYS_EXECVE = 59, SYS_MOUNT = 165, SYS_PAUSE = 34",
    call: `	register long r10 __asm__("r10") = d, r8 __asm__("r8") = e;
	__asm__ volatile("syscall" : "=a"(result) : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8)
		: "rcx", "r11", "memory");`,
  },
  threadStack: undefined,
  pageLevels: () => undefined,
  dumpedPageLevels: (facts) => (facts.get("NUMBER(pgtable_l5_enabled)") === "1" ? 5 : 4),
  pageRoots: ["swapper_pg_dir", "init_top_pgt"],
};

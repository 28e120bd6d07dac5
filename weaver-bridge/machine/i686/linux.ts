/** Linux on i386: one mapping of the first gigabyte, stacks of two pages in it, `struct pt_regs` and `inactive_task_frame`. */
import type { LinuxOnMachine } from "../linux-on-machine.js";

export const I686_LINUX: LinuxOnMachine = {
  switchedOut: ["eflags", "esi", "edi", "ebx", "ebp", "eip"],
  systemCalls: /^__(?:ia32|x86)_sys_\w+$/,
  programCalls: {
    numbers: "SYS_WRITE = 4, SYS_EXECVE = 11, SYS_MOUNT = 21, SYS_PAUSE = 29",
    call: `	__asm__ volatile("int $0x80" : "=a"(result) : "0"(number), "b"(a), "c"(b), "d"(c), "S"(d), "D"(e) : "memory");`,
  },
  threadStack: 8192,
  // Entries are wide (PAE) where the kernel makes its first ones so.
  pageLevels: (hasSymbol) => (hasSymbol("initial_pg_pmd") ? 3 : 2),
  dumpedPageLevels: (facts) => (facts.get("CONFIG_X86_PAE") === "y" ? 3 : 2),
  pageRoots: ["swapper_pg_dir"],
};

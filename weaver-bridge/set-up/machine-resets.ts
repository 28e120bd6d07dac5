/** Whether a machine was reset, by QEMU's own log of its processors (`-d cpu_reset`). Pure. */

/** `at` is the log when the kernel said its first line, `after` some time later. A clause where it was reset in between, or fell. */
export function resetAfter(at: string, after: string): string | undefined {
  if (/^Triple fault/m.test(after)) return "then a triple fault reset the machine";
  return resets(after) > resets(at) ? "then the machine was reset" : undefined;
}

const resets = (log: string): number => log.match(/^CPU Reset \(CPU 0\)/gm)?.length ?? 0;

/** Makes this process stop what it started and then die of the same signal, as its parent expects. */
import { endProcesses } from "../kernel-build/index.js";

export function endOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => {
      endProcesses();
      process.kill(process.pid, signal);
    });
}

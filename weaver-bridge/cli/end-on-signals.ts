/** Makes this process stop what it started, clear away and then die of the same signal, as its parent expects. */
import { endProcesses, removeTemporaries } from "../kernel-build/index.js";

export function endOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => {
      endProcesses();
      removeTemporaries();
      process.kill(process.pid, signal);
    });
}

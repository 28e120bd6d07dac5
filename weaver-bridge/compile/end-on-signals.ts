/** Makes this process stop what it started, clear away and then die of the same signal, as its parent expects. */
import { clearOnSignals, endProcesses, removeTemporaries } from "../kernel-build/index.js";

export function endOnSignals(): void {
  clearOnSignals((signal) => {
    endProcesses();
    removeTemporaries();
    process.kill(process.pid, signal);
  });
}

let die = (signal: NodeJS.Signals): void => void process.kill(process.pid, signal);

/** Ends the call as the signal ended what it ran. Returns before that happens. */
export function dieOf(signal: NodeJS.Signals): void {
  die(signal);
}

/** From now on calls end in another way: those of a resident process are not this process. */
export function dieBy(other: (signal: NodeJS.Signals) => void): void {
  die = other;
}

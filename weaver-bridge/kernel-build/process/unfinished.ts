/**
 * What would be left behind if this process were ended now: running programs, half-written files. Signals are handled only
 * while there is such a thing. A handler runs when what is being computed has ended, which may be never; without one the
 * system ends the process at once, whatever it computes.
 */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

let clearAway: ((signal: NodeJS.Signals) => void) | undefined;
let unfinished = 0;

/** From now on `action` is called when a signal ends this process while something is unfinished; it ends the process. */
export function clearOnSignals(action: (signal: NodeJS.Signals) => void): void {
  clearAway = action;
  if (unfinished > 0) listen();
}

/** Something is unfinished until the returned function is called, once or more often. */
export function startUnfinished(): () => void {
  if (unfinished++ === 0) listen();
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    if (--unfinished === 0) ignore();
  };
}

function listen(): void {
  if (clearAway !== undefined) for (const signal of SIGNALS) process.once(signal, clearAway);
}

function ignore(): void {
  if (clearAway !== undefined) for (const signal of SIGNALS) process.off(signal, clearAway);
}

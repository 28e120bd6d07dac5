import type { TimeMachine } from "../../qemu/index.js";

/** Throws with the reason where the run has no instruction of this position. */
export function requireInRun({ instructions }: Pick<TimeMachine, "instructions">, position: number): void {
  const end = (instructions ?? Number.MAX_SAFE_INTEGER) - 1;
  if (position > end || position < 0)
    throw new Error(`The recorded run ends at instruction ${end}: there is no ${position}.`);
}

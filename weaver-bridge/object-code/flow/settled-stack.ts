/** Where the stack pointer is once a function has set up its frame: clang counts places in the frame from there. */
import type { Machine, MachineInstruction } from "../../machine/code.js";
import type { FrameBase } from "./frame-variables.js";

/** From the frame address; undefined where the frame has another base. */
export function settledStack(
  base: FrameBase,
  code: readonly MachineInstruction[],
  { stackPointer, word }: Machine,
): number | undefined {
  if ("fromFrame" in base || base.register !== stackPointer) return undefined;
  let at = -word;
  for (const { effect } of code) {
    if (effect.kind === "push" && effect.from !== undefined && effect.from !== stackPointer) at -= word;
    else if (effect.kind === "add" && effect.to === stackPointer && effect.value < 0)
      return at + effect.value;
    else return at;
  }
  return at;
}

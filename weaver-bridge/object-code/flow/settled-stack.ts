/** Where the stack pointer is once a function has set up its frame: clang counts places in the frame from there. */
import type { MachineInstruction } from "../machine/decode.js";
import { ESP, WORD } from "../machine/i686.js";

/** From the frame address; undefined where the frame has another base. */
export function settledStack(
  base: number | "frame-address",
  code: readonly MachineInstruction[],
): number | undefined {
  if (base !== ESP) return undefined;
  let at = -WORD;
  for (const { effect } of code) {
    if (effect.kind === "push" && effect.from !== undefined && effect.from !== ESP) at -= WORD;
    else if (effect.kind === "add" && effect.to === ESP && effect.value < 0) return at + effect.value;
    else return at;
  }
  return at;
}

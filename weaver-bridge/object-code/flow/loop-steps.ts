/** Loops that go through memory by so many bytes: `mov %ebx,(%eax,%edx)`, `add $8,%edx`, `jb` back. */
import type { MachineInstruction } from "../machine/decode.js";

/** Instructions of a loop that is looked at. */
const LONGEST_LOOP = 24;
const LOOK_BACK = 8;

/** What each turn of the loop around the instruction adds to the register; undefined where it is no such loop. */
export function stepAround(
  code: readonly MachineInstruction[],
  index: number,
  register: number,
): number | undefined {
  const { address } = code[index] as MachineInstruction;
  const near = code.slice(index, index + LONGEST_LOOP);
  const back = near.find(({ flow, target }) => flow === "branch" && (target ?? address + 1) <= address);
  if (back === undefined) return undefined;
  const loop = code
    .slice(Math.max(0, index - LONGEST_LOOP), index + LONGEST_LOOP)
    .filter((one) => (back.target ?? 0) <= one.address && one.address <= back.address);
  const changing = loop.filter(({ changes }) => changes.includes(register));
  const [{ effect } = {}] = changing;
  return changing.length === 1 && effect?.kind === "add" ? Math.abs(effect.value) : undefined;
}

/** Likewise where the register comes out of such a loop. */
export function stepBefore(
  code: readonly MachineInstruction[],
  index: number,
  register: number,
): number | undefined {
  for (let at = index - 1; at >= 0 && at >= index - LOOK_BACK; at--)
    if ((code[at] as MachineInstruction).changes.includes(register)) return stepAround(code, at, register);
  return undefined;
}

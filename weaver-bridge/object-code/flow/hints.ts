/** What the compiler says of registers: which variables are in them, instruction by instruction. */
import type { MachineInstruction } from "../machine/decode.js";
import type { Frame, Unit } from "./flow-context.js";
import type { State } from "./state.js";
import { plus, pointedTo, UNKNOWN, union, type Value } from "./values.js";
import type { PlacedVariable } from "./variables.js";

export interface Hint {
  readonly register: number;
  readonly value: Value;
}

/** What variables' types say wins: what was put into the register may come from a cast. */
export function applyHints({ hints }: Frame, { registers }: State, index: number): void {
  for (const { register, value } of hints[index] ?? []) registers[register] = value;
}

/** At each instruction in the range of a place that is a register; of one register at most one. */
export function hintsFor(
  unit: Unit,
  variables: readonly PlacedVariable[],
  code: readonly MachineInstruction[],
): (readonly Hint[] | undefined)[] {
  const hints: (Hint[] | undefined)[] = code.map(() => undefined);
  const inOrder = code.map(({ address }, index) => ({ address, index }));
  inOrder.sort((left, right) => left.address - right.address);
  for (const { type, where, range } of variables) {
    if (where.kind !== "register" && where.kind !== "sum") continue;
    const pointed = pointedTo(type, unit.types, unit.isFunctionType);
    if (pointed.length === 0 || where.register >= 8) continue;
    const { register } = where;
    // A variable that is a register and so much: the register is that much less.
    const value = where.kind === "sum" ? plus(pointed, -where.offset) : pointed;
    for (let at = firstFrom(inOrder, range?.start ?? 0); at < inOrder.length; at++) {
      const { address, index } = inOrder[at] as (typeof inOrder)[number];
      if (range !== undefined && address >= range.end) break;
      const list = (hints[index] ??= []);
      const known = list.findIndex((one) => one.register === register);
      const before = list[known]?.value ?? UNKNOWN;
      list[known === -1 ? list.length : known] = { register, value: union(before, value, unit.types) };
    }
  }
  return hints;
}

function firstFrom(sorted: readonly { readonly address: number }[], address: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle]?.address ?? 0) < address) low = middle + 1;
    else high = middle;
  }
  return low;
}

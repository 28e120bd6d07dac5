/** What the compiler says of registers: which variables are in them, instruction by instruction. */

import type { MachineInstruction } from "../../machine/code.js";
import type { EntryId } from "../dwarf/entries.js";
import { beginsWith, innermostElement } from "../dwarf/types.js";
import type { Frame, Unit } from "./flow-context.js";
import type { State } from "./state.js";
import { NO_TERMS } from "./terms.js";
import { type Atom, plus, pointedTo, UNKNOWN, union, type Value } from "./values.js";
import type { PlacedVariable } from "./variables.js";

export interface Hint {
  readonly register: number;
  readonly value: Value;
  /** No variable is in it as it is: one is that and so much. */
  readonly isDerived: boolean;
}

/** What variables' types say wins: what was put into the register may come from a cast. */
export function applyHints(frame: Frame, { registers }: State, index: number): void {
  for (const hint of frame.hints[index] ?? []) {
    const known = registers[hint.register] as Value;
    if (known === hint.value) continue;
    if (known.length === 0) {
      registers[hint.register] = hint.value;
      continue;
    }
    frame.casts.note(known, hint.value);
    const kept = known.filter((atom) => isKept(atom, hint, frame));
    // First of all that it is the frame: a value holds no more than so many.
    const inFrame = kept.filter(({ kind }) => kind === "stack");
    registers[hint.register] = [hint.value, kept].reduce(
      (all, more) => union(all, more, frame.types, undefined),
      inFrame,
    );
  }
}

/**
 * What the code says beside the variable: the struct around what a variable points into, the larger struct of which a
 * variable knows the beginning, and the struct that a variable of another type (`char *`) is cast from. A pointer to a
 * member is no pointer to the struct: what goes through it does not name the member. That a variable is the register and so
 * much says nothing against what the register leads to by itself.
 */
function isKept(atom: Atom, { value, isDerived }: Hint, frame: Frame): boolean {
  if (atom.kind === "stack") return isDerived;
  if (atom.kind !== "object" || !frame.types.isRecord(atom.type)) return false;
  return value.every((said) => {
    if (said.kind !== "object") return false;
    if (isDerived) return !isCastWithin(atom, said, frame);
    const isRecord = frame.types.isRecord(said.type);
    if (isRecord) return said.offset === atom.offset && beginsWith(atom.type, said.type, frame.types);
    return atom.offset === 0 && atom.terms.length === 0 && !startsWith(atom.type, said.type, frame);
  });
}

type ObjectAtom = Extract<Atom, { kind: "object" }>;

/** What the variable leads to lies in the struct, and is no part of it: bytes of it are taken for another one. */
function isCastWithin(whole: ObjectAtom, part: ObjectAtom, { types, parts }: Frame): boolean {
  const start = whole.offset - part.offset;
  if (!types.isRecord(part.type) || start < 0 || start >= types.size(whole.type)) return false;
  return parts(whole.type).get(part.type)?.includes(start) !== true;
}

/** The first that is no struct. */
function startsWith(record: EntryId, type: EntryId, { locator, types }: Frame): boolean {
  return locator
    .inObject(record, 0, 1, NO_TERMS)
    .some((leaf) => types.bare(innermostElement(leaf.type, types)) === type);
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
    if (pointed.length === 0 || where.register >= unit.machine.registers) continue;
    const { register } = where;
    // A variable that is a register and so much: the register is that much less.
    const value = where.kind === "sum" ? plus(pointed, -where.offset) : pointed;
    for (let at = firstFrom(inOrder, range?.start ?? Number.NEGATIVE_INFINITY); at < inOrder.length; at++) {
      const { address, index } = inOrder[at] as (typeof inOrder)[number];
      if (range !== undefined && address >= range.end) break;
      const list = (hints[index] ??= []);
      const known = list.findIndex((one) => one.register === register);
      const before = list[known]?.value ?? UNKNOWN;
      const isDerived = (list[known]?.isDerived ?? true) && where.kind === "sum" && where.offset !== 0;
      const all = union(before, value, unit.types, undefined);
      list[known === -1 ? list.length : known] = { register, value: all, isDerived };
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

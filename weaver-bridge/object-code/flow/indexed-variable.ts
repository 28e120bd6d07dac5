/**
 * Which variable an indexed instruction means: compilers add what is taken from an index to the variable's address
 * (`table[n - 32]`), which is that of another variable then, or of none. The statement of the source names the one.
 */
import { AT } from "../dwarf/constants.js";
import type { DebugInfo } from "../dwarf/debug-info.js";
import type { Types } from "../dwarf/types.js";
import type { NamedHere } from "./named-members.js";
import type { Terms } from "./terms.js";
import { type StaticVariable, staticAt } from "./variables.js";

export interface IndexedPlace {
  readonly offset: number;
  readonly terms: Terms;
}

interface Statics {
  readonly debug: DebugInfo;
  readonly types: Types;
  readonly statics: readonly StaticVariable[];
}

/** Nobody takes more from an index. */
const FARTHEST = 1 << 16;

/** With the place in bytes from where it begins, in its first element. */
export function indexedVariable(
  context: Statics,
  { offset, terms }: IndexedPlace,
  namesHere: () => NamedHere | undefined,
): { readonly variable: StaticVariable; readonly offset: number } | undefined {
  const variable = staticAt(context.statics, offset);
  const there = variable && { variable, offset: offset - variable.address + (variable.from ?? 0) };
  if (terms.length === 0) return there;
  const names = namesHere();
  if (names === undefined || (variable && isWord(context, variable, names))) return there;
  const named = namedArrays(context, names)
    .flatMap((array) => {
      const distance = offset - array.variable.address;
      const inElement = ((distance % array.step) + array.step) % array.step;
      const isStep = terms.every(({ by }) => by % array.step === 0);
      return isStep && Math.abs(distance) < FARTHEST
        ? [{ variable: array.variable, offset: inElement, distance: Math.abs(distance) }]
        : [];
    })
    .sort((left, right) => left.distance - right.distance);
  return named[0] ?? there;
}

const isWord = ({ debug }: Statics, { entry }: StaticVariable, { words }: NamedHere) =>
  words.has(debug.text(entry, AT.name) ?? "");

function namedArrays({ debug, types, statics }: Statics, { words }: NamedHere) {
  return [...words].flatMap((word) =>
    (byName(debug, statics).get(word) ?? []).flatMap((variable) => {
      const step = types.size(types.element(variable.type));
      return step > 0 ? [{ variable, step }] : [];
    }),
  );
}

const names = new WeakMap<readonly StaticVariable[], ReadonlyMap<string, readonly StaticVariable[]>>();

function byName(debug: DebugInfo, statics: readonly StaticVariable[]) {
  const known = names.get(statics);
  if (known !== undefined) return known;
  const found = new Map<string, StaticVariable[]>();
  for (const variable of statics) {
    const name = debug.text(variable.entry, AT.name);
    if (name === undefined) continue;
    const same = found.get(name);
    if (same === undefined) found.set(name, [variable]);
    else same.push(variable);
  }
  names.set(statics, found);
  return found;
}

/** Which address an operand means, and where the struct around what it touches begins. */
import type { MachineInstruction, MemoryUse } from "../../machine/code.js";
import type { Leaf } from "./locate.js";
import { OF_OPERAND, type State, symbolOf } from "./state.js";
import type { Touch } from "./touch.js";
import { isTyped, numberIn, numberValue, plus, scaled, sum, typed, UNKNOWN, type Value } from "./values.js";

/** The address that an operand means; a number where nothing says what it leads to. */
export function addressOf(
  { base, index, scale, displacement, isSegmented }: MemoryUse,
  { registers }: State,
  { address }: MachineInstruction,
): Value {
  if (isSegmented) return UNKNOWN;
  const symbol = symbolOf(address, OF_OPERAND);
  const ofBase = base === undefined ? undefined : known(registers[base] as Value, symbol);
  if (index === undefined)
    return asAddress(ofBase === undefined ? numberValue(displacement) : plus(ofBase, displacement));
  const inIndex = known(registers[index] as Value, symbol + 1);
  // An index that is scaled is a number, whatever it was before.
  const ofIndex = scale === 1 ? inIndex : scaled(inIndex, scale, symbol + 1);
  if (ofBase === undefined) return asAddress(plus(ofIndex, displacement));
  return asAddress(plus(sum(ofBase, ofIndex, symbol + 2), displacement));
}

const known = (value: Value, symbol: number): Value =>
  value.length > 0 ? value : [{ kind: "number", offset: 0, terms: [{ symbol, by: 1 }] }];

/** A number is an address: fixed, or of an array that an index is added to; modulo 2^32. */
function asAddress(value: Value): Value {
  if (isTyped(value)) return typed(value);
  const number = numberIn(value);
  return number === undefined ? UNKNOWN : [{ ...number, kind: "static", offset: number.offset | 0 }];
}

/** An index may move in an array of objects, or in one that is a part of the object. */
export function ownersIn(where: Value, { base, index, scale }: MemoryUse, { registers }: State) {
  const termsOf = (value: Value) => value.flatMap(({ terms }) => terms);
  const terms = termsOf(where);
  const isFixed = base !== undefined && termsOf(registers[base] as Value).length === 0;
  const moving = index === undefined ? UNKNOWN : (registers[index] as Value);
  const isPlain =
    moving.length === 0 || moving.every(({ kind, offset }) => kind === "number" && offset === 0);
  const step =
    moving.length === 0 ? scale : scale * Math.max(0, ...termsOf(moving).map(({ by }) => Math.abs(by)));
  return ({ inArray, ownerSize = 0 }: Leaf): Touch["owner"] => {
    if (isSomewhere(where)) return "unknown";
    const inner = terms.filter(({ by }) => ownerSize === 0 || by % ownerSize !== 0);
    if (inner.length === 0) return "operand";
    // A distance in bytes that is not counted up in a loop is one between objects.
    const isBetween = inner.every(({ by, symbol }) => Math.abs(by) === 1 && symbol > 0);
    if (inArray !== true) return isBetween ? "operand" : "unknown";
    const isOnly = inner.length === 1 && terms.length === 1 && Math.abs(inner[0]?.by ?? 0) === step;
    return isFixed && isPlain && isOnly && step > 1 ? "without-index" : "unknown";
  };
}

/** One of several places in objects of a type. */
export function isSomewhere(value: Value): boolean {
  const types = new Set<number>();
  for (const atom of value) {
    if (atom.kind !== "object") continue;
    if (types.has(atom.type)) return true;
    types.add(atom.type);
  }
  return false;
}

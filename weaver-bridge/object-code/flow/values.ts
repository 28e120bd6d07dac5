/**
 * What a register or a word on the stack may hold, as a linear form over what it leads to: a typed object, a fixed address,
 * the frame, or nothing (a number), so many bytes on, and so many bytes times each of some unknowns. Constants that
 * compilers hide in indices come back to the operand in which the index is used, and so do the sizes of elements.
 */
import type { EntryId } from "../dwarf/entries.js";
import type { Types } from "../dwarf/types.js";
import { added, byOf, commonTerms, NO_TERMS, type Terms, times } from "./terms.js";

export type Atom =
  /** The address so many bytes from the canonical frame address: behind the return address. */
  | { readonly kind: "stack"; readonly offset: number; readonly terms: Terms }
  /** So many bytes into an object of the type. */
  | { readonly kind: "object"; readonly type: EntryId; readonly offset: number; readonly terms: Terms }
  /** A fixed address; its `offset` is all of it, modulo 2^32 and signed: `Machine.address` makes it one. */
  | { readonly kind: "static"; readonly offset: number; readonly terms: Terms }
  | { readonly kind: "number"; readonly offset: number; readonly terms: Terms }
  /** A function of the type. */
  | { readonly kind: "function"; readonly type: EntryId; readonly offset: number; readonly terms: Terms };

/** Any of them; empty where nothing is known. Never more than {@link MOST}. */
export type Value = readonly Atom[];

export const UNKNOWN: Value = [];
const MOST = 6;
/** Objects are rarely aligned to more: what is rounded further is a part of a table or a page. */
const LARGEST_TAG = 8;

export const numberValue = (offset: number): Value => [{ kind: "number", offset, terms: NO_TERMS }];

/** An unknown of its own. */
export const unknownValue = (symbol: number): Value => [
  { kind: "number", offset: 0, terms: [{ symbol, by: 1 }] },
];

/** What a pointer of the type points to. */
export function pointedTo(
  type: EntryId | undefined,
  types: Types,
  isFunction: (type: EntryId) => boolean,
): Value {
  const target = types.bare(types.pointee(type));
  if (target === undefined) return UNKNOWN;
  const kind = isFunction(target) ? "function" : "object";
  return [{ kind, type: target, offset: 0, terms: NO_TERMS }];
}

const moved = (atom: Atom, offset: number, terms: Terms): Atom => ({
  ...atom,
  offset: (atom.offset + offset) | 0,
  terms: added(atom.terms, terms),
});

export function plus(value: Value, distance: number): Value {
  if (distance === 0) return value;
  return value.flatMap((atom) => (atom.kind === "function" ? [] : [moved(atom, distance, NO_TERMS)]));
}

/** One of the two should be a number; where both lead somewhere, the second is taken for an unknown number. */
export function sum(left: Value, right: Value, symbol: number): Value {
  const [leads, other] = isTyped(left) || !isTyped(right) ? [left, right] : [right, left];
  const number = numberIn(other);
  const offset = number?.offset ?? 0;
  const terms = number?.terms ?? [{ symbol, by: 1 }];
  if (leads.length === 0) return unknownValue(symbol);
  return leads.flatMap((atom) => (atom.kind === "function" ? [] : [moved(atom, offset, terms)]));
}

/** Of a number; what leads somewhere is an unknown number then. */
export function scaled(value: Value, by: number, symbol: number): Value {
  const number = numberIn(value);
  if (number === undefined || isTyped(value)) return [{ kind: "number", offset: 0, terms: [{ symbol, by }] }];
  return [{ kind: "number", offset: Math.imul(number.offset, by), terms: times(number.terms, by) }];
}

/** Two pointers are an unknown number of bytes from each other. */
export function difference(left: Value, right: Value, symbol: number): Value {
  if (isTyped(left) && isTyped(right)) return unknownValue(symbol);
  return isTyped(right) ? unknownValue(symbol) : sum(left, scaled(right, -1, symbol), symbol);
}

/** Rounded down: objects are where they are, whatever a pointer was tagged with; nothing is known of other numbers. */
export function aligned(value: Value, by: number, symbol: number): Value {
  const found = value.flatMap((atom): Value => {
    if (atom.kind === "stack") return [{ ...atom, offset: Math.floor(atom.offset / by) * by }];
    return atom.kind === "number" || by > LARGEST_TAG ? [] : [atom];
  });
  return found.length > 0 ? found : unknownValue(symbol);
}

export const isTyped = (value: Value) => value.some(({ kind }) => kind !== "number");
export const typed = (value: Value): Value => value.filter(({ kind }) => kind !== "number");

export const numberIn = (value: Value) => value.find(({ kind }) => kind === "number");

/** All that a value can be. */
export function exactNumber(value: Value): number | undefined {
  const [atom] = value;
  return value.length === 1 && atom?.kind === "number" && atom.terms.length === 0 ? atom.offset : undefined;
}

/** A place where ways meet: its unknown, and whether one of the ways comes back to it. */
export interface Meeting {
  readonly symbol: number;
  readonly isLoop: boolean;
}

/**
 * Both. Of two places in elements of one array the first stands for all, and in a loop also of others: what is between them
 * is gone any number of times.
 */
export function union(left: Value, right: Value, types: Types, meeting: Meeting | undefined): Value {
  if (left === right || right.length === 0) return left;
  if (left.length === 0) return right;
  const all = [...left];
  for (const atom of right) {
    const index = all.findIndex((other) => isMet(other, atom, types, meeting));
    if (index === -1) all.push(atom);
    else all[index] = met(all[index] as Atom, atom, types, meeting);
  }
  const leading = all.some(({ kind }) => kind !== "number") && all.length > 1 ? typed(all) : all;
  return leading.length <= MOST ? leading : leading.slice(0, MOST);
}

export function equal(left: Value, right: Value): boolean {
  return (
    left === right ||
    (left.length === right.length && left.every((atom, index) => isSame(atom, right[index] as Atom)))
  );
}

const typeOf = (atom: Atom) => (atom.kind === "object" || atom.kind === "function" ? atom.type : -1);

function isSame(left: Atom, right: Atom): boolean {
  return (
    left === right ||
    (left.kind === right.kind &&
      left.offset === right.offset &&
      typeOf(left) === typeOf(right) &&
      left.terms.length === right.terms.length &&
      left.terms.every(({ symbol, by }, index) => {
        const other = right.terms[index];
        return other !== undefined && other.symbol === symbol && other.by === by;
      }))
  );
}

function isMet(left: Atom, right: Atom, types: Types, meeting: Meeting | undefined): boolean {
  if (left.kind !== right.kind || typeOf(left) !== typeOf(right)) return false;
  if (left.kind === "number") return meeting !== undefined || isSame(left, right);
  if (left.kind === "function") return true;
  if (left.kind === "stack") return isSame(left, right);
  if (meeting?.isLoop === true) return true;
  const distance = left.offset - right.offset;
  if (distance === 0) return true;
  const size = left.kind === "object" ? types.size(left.type) : 0;
  return size > 0 && distance % size === 0;
}

function met(left: Atom, right: Atom, types: Types, meeting: Meeting | undefined): Atom {
  if (isSame(left, right)) return left;
  const size = left.kind === "object" ? types.size(left.type) : 0;
  const symbol = meeting?.symbol ?? 0;
  const { common, by } = commonTerms(left.terms, right.terms, symbol);
  const apart = Math.abs(left.offset - right.offset);
  const step = byOf(by, apart);
  if (step === 0) return { ...left, terms: common };
  // Without a loop only whole objects are between them.
  const stride = by === 0 && size > 0 && apart % size === 0 && meeting?.isLoop !== true ? size : step;
  return { ...left, terms: added(common, [{ symbol, by: stride }]) };
}

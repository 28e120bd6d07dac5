/** What a register or a word on the stack may hold, as far as it leads to typed memory. */
import type { EntryId } from "../dwarf/entries.js";
import type { Types } from "../dwarf/types.js";

export type Atom =
  /** The address so many bytes from the canonical frame address: behind the return address. */
  | { readonly kind: "stack"; readonly offset: number }
  /**
   * So many bytes into an object of the type, and `stride` times an unknown index: 0 without, 1 for any number. Where it
   * `walks` that is a number of bytes, and not of objects.
   */
  | {
      readonly kind: "object";
      readonly type: EntryId;
      readonly offset: number;
      readonly stride: number;
      readonly walks?: boolean;
    }
  /** A fixed address, likewise. */
  | { readonly kind: "static"; readonly address: number; readonly stride: number }
  /** An unknown number, and so much: compilers add a part of an offset to an index. Or that number alone. */
  | { readonly kind: "number"; readonly plus: number; readonly isAll?: boolean }
  /** A function of the type. */
  | { readonly kind: "function"; readonly type: EntryId };

/** Any of them; empty where nothing is known. Never more than {@link MOST}. */
export type Value = readonly Atom[];

export const UNKNOWN: Value = [];
const MOST = 4;
/** Objects are rarely aligned to more: what is rounded further is a part of a table or a page. */
const LARGEST_TAG = 8;

/** What a pointer of the type points to. */
export function pointedTo(
  type: EntryId | undefined,
  types: Types,
  isFunction: (type: EntryId) => boolean,
): Value {
  const target = types.bare(types.pointee(type));
  if (target === undefined) return UNKNOWN;
  if (isFunction(target)) return [{ kind: "function", type: target }];
  return [{ kind: "object", type: target, offset: 0, stride: 0 }];
}

export function plus(value: Value, distance: number): Value {
  if (distance === 0) return value;
  return value.flatMap((atom): Value => {
    switch (atom.kind) {
      case "function":
        return [];
      case "number":
        return [{ ...atom, plus: atom.plus + distance }];
      case "static":
        return [{ ...atom, address: (atom.address + distance) >>> 0 }];
      default:
        return [{ ...atom, offset: atom.offset + distance }];
    }
  });
}

/** Rounded down: objects are where they are, whatever a pointer was tagged with; nothing is known of other numbers. */
export function aligned(value: Value, by: number): Value {
  return value.flatMap((atom): Value => {
    if (atom.kind === "stack") return [{ ...atom, offset: Math.floor(atom.offset / by) * by }];
    return atom.kind === "number" || by > LARGEST_TAG ? [] : [atom];
  });
}

/** With an unknown index, by so many bytes each. */
export function indexed(value: Value, stride: number): Value {
  return value.flatMap((atom): Value => {
    if (atom.kind !== "object" && atom.kind !== "static") return [];
    return [{ ...atom, stride: atom.stride === 0 || atom.stride === stride ? stride : 1 }];
  });
}

/** Both: of two places in elements of one array the first stands for all. A number must be the same in both. */
export function union(left: Value, right: Value, types: Types): Value {
  if (left === right) return left;
  const number = numberIn(left);
  const isSameNumber =
    number !== undefined && number === numberIn(right) && exactNumber(left) === exactNumber(right);
  const all: Atom[] = isSameNumber || number === undefined ? [...left] : left.filter(isNoNumber);
  for (const atom of right) {
    if (!isNoNumber(atom)) continue;
    const index = all.findIndex((other) => isSame(other, atom, types));
    if (index === -1) all.push(atom);
    else all[index] = merged(all[index] as Atom, atom, types);
  }
  return all.length <= MOST ? all : all.slice(0, MOST);
}

const isNoNumber = ({ kind }: Atom) => kind !== "number";

/** What was added to an unknown number; undefined where the value is none. */
export function numberIn(value: Value): number | undefined {
  const atom = value.find(({ kind }) => kind === "number");
  return atom?.kind === "number" ? atom.plus : undefined;
}

/** All that a value can be. */
export function exactNumber(value: Value): number | undefined {
  const [atom] = value;
  return value.length === 1 && atom?.kind === "number" && atom.isAll === true ? atom.plus : undefined;
}

export function equal(left: Value, right: Value): boolean {
  return (
    left === right ||
    (left.length === right.length && left.every((atom, index) => sameAtom(atom, right[index] as Atom)))
  );
}

function sameAtom(left: Atom, right: Atom): boolean {
  switch (left.kind) {
    case "stack":
      return right.kind === "stack" && left.offset === right.offset;
    case "static":
      return right.kind === "static" && left.address === right.address && left.stride === right.stride;
    case "number":
      return right.kind === "number" && left.plus === right.plus && left.isAll === right.isAll;
    case "function":
      return right.kind === "function" && left.type === right.type;
    case "object":
      return (
        right.kind === "object" &&
        left.type === right.type &&
        left.offset === right.offset &&
        left.stride === right.stride &&
        left.walks === right.walks
      );
  }
}

function isSame(left: Atom, right: Atom, types: Types): boolean {
  if (left.kind !== "object" || right.kind !== "object" || left.type !== right.type)
    return sameAtom(left, right);
  if (left.offset === right.offset) return true;
  const size = types.size(left.type);
  return size > 0 && (left.offset - right.offset) % size === 0;
}

function merged(left: Atom, right: Atom, types: Types): Atom {
  if (left.kind !== "object" || right.kind !== "object") return left;
  const walks = left.walks === true || right.walks === true ? { walks: true } : {};
  if (left.offset === right.offset) return { ...left, ...walks, stride: Math.max(left.stride, right.stride) };
  const size = types.size(left.type);
  return { ...left, ...walks, offset: ((left.offset % size) + size) % size, stride: size };
}

/** What of it was added to a number of bytes that steps through the memory: no whole objects, unless it says so. */
export function walked(value: Value, step: number, types: Types): Value {
  return value.map((atom): Atom => {
    if (atom.kind !== "object") return atom;
    const size = types.size(atom.type);
    return size > 0 && step % size === 0 ? atom : { ...atom, walks: true };
  });
}

/** One of several places in objects of a type, or somewhere in one. */
export function isSomewhere(value: Value): boolean {
  const types = new Set<EntryId>();
  for (const atom of value) {
    if (atom.kind !== "object") continue;
    if (atom.walks === true || types.has(atom.type)) return true;
    types.add(atom.type);
  }
  return false;
}

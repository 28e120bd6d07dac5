/** Which element is meant where unknown indices move over an object, or over arrays in it. */
import type { EntryId } from "../dwarf/entries.js";
import type { Types } from "../dwarf/types.js";
import type { Terms } from "./terms.js";

export interface IndexedPlace {
  readonly types: Types;
  readonly record: EntryId;
  readonly offset: number;
  /** What the indices go by, bytes; the largest first. */
  readonly steps: readonly number[];
  /** The object is one of several, one behind the other. */
  readonly isArray: boolean;
  /** Touched bytes. */
  readonly touched: number;
}

/** `at`: in the object, with all indices in first elements; `isMoved`: it is not how far that is from the place. */
export function elementAt(place: IndexedPlace): { at: number; isMoved: boolean } | undefined {
  const { types, record, offset, steps } = place;
  const whole = types.size(record);
  if (whole === 0) return { at: offset, isMoved: false };
  const open = openBehind(place, whole);
  // Nothing is an array of structs that have no end.
  const inner = open === undefined ? steps.filter((step) => step % whole !== 0) : steps;
  const isOfArray = place.isArray || inner.length < steps.length;
  const isInside = isIn(offset, whole) || (open !== undefined && offset >= open);
  const [largest = 0] = inner;
  const near = arraysOf(place, inner[0]);
  const unit = largest || 1;
  const isOutside = !isInside && !near.some((one) => distanceTo(one, offset, unit) === 0);
  const from = isOutside && (isOfArray || (largest > 0 && offset >= whole)) ? wrapped(offset, whole) : offset;
  const array = nearest(arraysOf({ ...place, offset: from }, inner[0]), from, unit);
  if (array !== undefined && (isInside || isOfArray || distanceTo(array, from, 0) <= 2 * largest)) {
    const at = inArray(place, array, from, inner);
    return { at, isMoved: at !== from };
  }
  return isInside || isIn(from, whole) ? { at: from, isMoved: false } : undefined;
}

const isIn = (offset: number, whole: number) => offset >= 0 && offset < whole;

/** Where what is behind the struct is in an array that it ends with: bytes from its start to that array. */
function openBehind({ types, record, offset, steps, isArray }: IndexedPlace, whole: number) {
  const isConstant = steps.length === 0 && !isArray && offset >= whole;
  return types.openFrom(record) ?? (isConstant ? types.openFrom(record, true) : undefined);
}

/** What goes byte by byte is an index of bytes only where a byte is touched. */
function arraysOf({ types, record, offset, touched }: IndexedPlace, step: number | undefined) {
  return step === undefined || (step === 1 && touched > 1) ? [] : arraysIn({ types, step }, record, offset);
}

/** The place in its first element, from the start of the object. */
function inArray(
  { types, touched }: IndexedPlace,
  { start, element }: ArrayPlace,
  from: number,
  steps: readonly number[],
): number {
  const [offset, isArray] = [from - start, true];
  const within = types.isRecord(element)
    ? elementAt({ types, record: element, offset, steps, isArray, touched })
    : undefined;
  return start + (within?.at ?? wrapped(offset, types.size(element)));
}

interface ArrayPlace {
  readonly start: number;
  readonly size: number;
  /** Without its own dimensions. */
  readonly element: EntryId;
}

const DEEPEST = 12;

interface ArraySearch {
  readonly types: Types;
  readonly step: number;
}

/**
 * Those that a step goes through by whole elements; also in structs in the object, and of arrays of structs in the element that
 * is at the offset and the one behind it.
 */
function arraysIn(search: ArraySearch, record: EntryId, offset: number, base = 0, depth = 0): ArrayPlace[] {
  if (depth > 4) return [];
  const { types, step } = search;
  return types.members(record).flatMap((member): ArrayPlace[] => {
    const start = base + member.offset;
    const bare = types.bare(member.type);
    let element = types.bare(types.element(bare));
    for (let inner = element; inner !== undefined; inner = types.bare(types.element(inner))) element = inner;
    const size = types.size(element);
    if (element !== undefined && size > 0 && step % size === 0 && (member.size === 0 || step <= member.size))
      return [{ start, size: member.size, element }];
    const inside = innermostRecord(member.type, types);
    if (inside === undefined) return [];
    const last = size === 0 ? 0 : Math.max(0, Math.floor(member.size / size) - 1);
    const at = size === 0 ? 0 : Math.min(last, Math.max(0, Math.floor((offset - start) / size)));
    return [...new Set([at, Math.min(last, at + 1)])].flatMap((index) =>
      arraysIn(search, inside, offset, start + index * size, depth + 1),
    );
  });
}

/** An index that counts from 1 begins before its array; of two that are as near the one behind is meant. */
function distanceTo({ start, size }: ArrayPlace, offset: number, step: number): number {
  const isOpen = size === 0;
  return Math.max(
    start - offset,
    isOpen || offset < start + size ? 0 : offset - (start + size) + step + 1,
    0,
  );
}

function nearest(arrays: readonly ArrayPlace[], offset: number, step: number): ArrayPlace | undefined {
  return arrays.reduce<ArrayPlace | undefined>(
    (best, one) =>
      best === undefined || distanceTo(one, offset, step) < distanceTo(best, offset, step) ? one : best,
    undefined,
  );
}

export function stepsOf(terms: Terms): number[] {
  return terms.map(({ by }) => Math.abs(by)).sort((left, right) => right - left);
}

export const wrapped = (offset: number, size: number) =>
  size === 0 ? offset : ((offset % size) + size) % size;

/** Through arrays. */
export function innermostRecord(type: EntryId | undefined, types: Types): EntryId | undefined {
  let current = types.bare(type);
  for (let depth = 0; current !== undefined && depth < DEEPEST; depth++) {
    if (types.isRecord(current)) return current;
    current = types.bare(types.element(current));
  }
  return undefined;
}

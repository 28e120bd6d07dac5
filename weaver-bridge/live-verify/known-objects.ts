/** Objects of which it is certain what lies there: the image's global variables, static ones of functions too. */
import type { ImageCode } from "../live-weave/index.js";
import { AT, type EntryId, TAG } from "../object-code/index.js";
import type { Layouts } from "./layouts.js";

/** Memory that holds objects of one struct, one behind the other. */
export interface TypedRegion {
  readonly start: number;
  readonly end: number;
  readonly struct: EntryId;
  /** From one object to the next, bytes. */
  readonly stride: number;
}

export interface KnownVariable {
  readonly name: string;
  readonly entry: EntryId;
  readonly start: number;
  readonly end: number;
  /** Of a struct or union, or an array of them. */
  readonly region?: TypedRegion;
}

/** By address; they don't overlap. What lies outside of the image's sections is left out, and what several names share. */
export function knownVariables({ debug, elf }: ImageCode, { types }: Layouts): KnownVariable[] {
  const found = new Map<number, KnownVariable>();
  debug.entries.tags.forEach((tag, entry) => {
    if (tag !== TAG.variable || !debug.has(entry, AT.location)) return;
    const [place] = debug.places(entry, AT.location);
    if (place?.where.kind !== "memory" || elf.sectionAt(place.where.address) === undefined) return;
    const named = namedBy(debug, entry);
    const { address: start } = place.where;
    let type = types.bare(debug.entry(named, AT.type));
    const size = types.size(type);
    if (size === 0) return;
    for (let element = types.element(type); element !== undefined; element = types.element(type))
      type = types.bare(element);
    const end = start + size;
    const isRecord = types.isRecord(type);
    const stride = isRecord ? types.size(type) : 0;
    const one = { name: debug.text(named, AT.name) ?? "", entry: named, start, end };
    const known = found.get(start);
    if (one.name === "" || (known !== undefined && known.end >= end)) return;
    found.set(start, stride > 0 ? { ...one, region: { start, end, struct: type as EntryId, stride } } : one);
  });
  let last = 0;
  return [...found.values()]
    .sort((left, right) => left.start - right.start || right.end - left.end)
    .filter(({ start, end }) => {
      if (start < last) return false;
      last = end;
      return true;
    });
}

/** A definition may only refer to the declaration that has name and type. */
function namedBy(debug: ImageCode["debug"], entry: EntryId): EntryId {
  const declared = debug.entry(entry, AT.specification) ?? debug.entry(entry, AT.abstract_origin);
  return debug.has(entry, AT.name) || declared === undefined ? entry : declared;
}

/** Objects of a kernel that are reached from its global variables through pointers whose types are known. */

import type { ImageCode } from "../live-weave/index.js";
import { AT, type EntryId, TAG } from "../object-code/index.js";
import type { TypedRegion } from "./known-objects.js";
import type { Layouts } from "./layouts.js";

const MOST = 20_000;
const LARGEST = 32 * 1024;
/** Below it lies nothing that is pointed to. */
const LOWEST = 4096;
/** Read by the processor itself whenever it is interrupted. */
const HARDWARE: ReadonlySet<string | undefined> = new Set(["gate", "task_state"]);

export interface Reaching {
  readonly image: ImageCode;
  readonly layouts: Layouts;
  /** Of the image's {@link globalPlaces}. */
  readonly globals: readonly Place[];
  /** The word there; undefined where nothing is to be read, or no more than was. */
  word(address: number): number | undefined | Promise<number | undefined>;
  /** Whether it is looked where the pointer at the address leads to. */
  follows?(pointer: number): boolean;
  /** Whether an object, that a pointer led to, is one. */
  isObject?(region: TypedRegion): boolean;
}

export interface Place {
  readonly address: number;
  readonly type: EntryId | undefined;
}

/** Sorted; where objects overlap, the first. Those that fewer pointers lead to come first, of 20,000 at most. */
export async function reachedObjects(reaching: Reaching): Promise<TypedRegion[]> {
  const { image, layouts, follows = () => true } = reaching;
  const { types } = layouts;
  const found = new Map<string, TypedRegion>();
  const todo = [...reaching.globals];
  // It grows while it is gone through.
  for (const { address, type } of todo) {
    if (found.size >= MOST) break;
    if (address < LOWEST) continue;
    const target = types.pointee(type);
    if (target !== undefined) {
      const led = follows(address) ? await reaching.word(address) : undefined;
      if (led !== undefined) todo.push({ address: led, type: target });
      continue;
    }
    const element = types.element(type);
    const region = element === undefined ? objectAt(address, type, reaching) : undefined;
    const key = region && `${address} ${image.debug.text(region.struct, AT.name) ?? region.struct}`;
    if (element !== undefined)
      for (const at of elementsOf(address, type, types)) todo.push({ address: at, type: element });
    if (region === undefined || key === undefined || found.has(key)) continue;
    found.set(key, region);
    for (const member of types.members(region.struct))
      todo.push({ address: address + member.offset, type: member.type });
  }
  return withoutOverlaps([...found.values()]);
}

function objectAt(address: number, type: EntryId | undefined, reaching: Reaching): TypedRegion | undefined {
  const { image, layouts, isObject = () => true } = reaching;
  const struct = layouts.types.bare(type);
  const size = layouts.types.size(struct);
  if (struct === undefined || !isStruct(image, struct) || size === 0 || size > LARGEST) return undefined;
  if (HARDWARE.has(image.debug.text(struct, AT.name))) return undefined;
  const region = { start: address, end: address + size, struct, stride: size };
  return isObject(region) ? region : undefined;
}

const isStruct = ({ debug }: ImageCode, type: EntryId) => debug.entries.tags[type] === TAG.structure_type;

/** Where ways of pointers begin: the same all the time. */
export function globalPlaces({ debug }: ImageCode): Place[] {
  const found: Place[] = [];
  debug.entries.tags.forEach((tag, entry) => {
    if (tag !== TAG.variable || !debug.has(entry, AT.location)) return;
    const [place] = debug.places(entry, AT.location);
    if (place?.where.kind !== "memory") return;
    const declared = debug.entry(entry, AT.specification) ?? debug.entry(entry, AT.abstract_origin) ?? entry;
    found.push({
      address: place.where.address,
      type: debug.entry(entry, AT.type) ?? debug.entry(declared, AT.type),
    });
  });
  return found;
}

/** Addresses of the elements of an array of structs or of pointers, or of arrays of them. */
function elementsOf(address: number, array: EntryId | undefined, types: Layouts["types"]): number[] {
  const element = types.element(array);
  const each = types.size(element);
  if (element === undefined || each === 0 || !leadsOn(element, types)) return [];
  return Array.from({ length: Math.floor(types.size(array) / each) }, (_, at) => address + at * each);
}

function leadsOn(element: EntryId, types: Layouts["types"]): boolean {
  const inner = types.element(element);
  if (inner !== undefined) return leadsOn(inner, types);
  return types.isRecord(element) || types.pointee(element) !== undefined;
}

function withoutOverlaps(regions: readonly TypedRegion[]): TypedRegion[] {
  let last = 0;
  return [...regions]
    .sort((left, right) => left.start - right.start || right.end - left.end)
    .filter((region) => {
      if (region.start < last) return false;
      last = region.end;
      return true;
    });
}

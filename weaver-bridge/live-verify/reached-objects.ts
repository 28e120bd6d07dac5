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
  /** The word there; undefined where nothing is to be read, or no more than was. */
  word(address: number): number | undefined | Promise<number | undefined>;
  /** Whether it is looked where the pointer at the address leads to. */
  follows?(pointer: number): boolean;
  /** Whether an object, that a pointer led to, is one. */
  isObject?(region: TypedRegion): boolean;
}

interface Place {
  readonly address: number;
  readonly type: EntryId | undefined;
}

/** Sorted; where objects overlap, the first. Those that fewer pointers lead to come first, of 20,000 at most. */
export async function reachedObjects(reaching: Reaching): Promise<TypedRegion[]> {
  const { image, layouts, follows = () => true, isObject = () => true } = reaching;
  const { types } = layouts;
  const found = new Map<string, TypedRegion>();
  const todo: Place[] = globals(image);
  // It grows while it is gone through.
  for (const one of todo) {
    if (found.size >= MOST) break;
    const { address } = one;
    const type = types.bare(one.type);
    const size = types.size(type);
    if (type === undefined || size === 0 || address < LOWEST) continue;
    const target = types.pointee(type);
    if (target !== undefined) {
      const led = follows(address) ? await reaching.word(address) : undefined;
      if (led !== undefined) todo.push({ address: led, type: target });
      continue;
    }
    const element = types.element(type);
    if (element !== undefined) {
      if (leadsOn(element, types))
        for (const at of elementsOf(address, size, types.size(element)))
          todo.push({ address: at, type: element });
      continue;
    }
    const name = image.debug.text(type, AT.name);
    const region = { start: address, end: address + size, struct: type, stride: size };
    const key = `${address} ${name ?? type}`;
    if (found.has(key) || !isStruct(image, type) || size > LARGEST || HARDWARE.has(name)) continue;
    if (!isObject(region)) continue;
    found.set(key, region);
    for (const member of types.members(type))
      todo.push({ address: address + member.offset, type: member.type });
  }
  return withoutOverlaps([...found.values()]);
}

const isStruct = ({ debug }: ImageCode, type: EntryId) => debug.entries.tags[type] === TAG.structure_type;

function globals({ debug }: ImageCode): Place[] {
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

/** Of an element of an array: it is a struct or a pointer, or has some. */
function leadsOn(element: EntryId, types: Layouts["types"]): boolean {
  const inner = types.element(element);
  if (inner !== undefined) return leadsOn(inner, types);
  return types.isRecord(element) || types.pointee(element) !== undefined;
}

function elementsOf(address: number, size: number, each: number): number[] {
  return each === 0 ? [] : Array.from({ length: Math.floor(size / each) }, (_, at) => address + at * each);
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

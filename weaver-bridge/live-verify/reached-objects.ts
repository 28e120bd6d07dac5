/** Objects of a kernel that are reached from its global variables through pointers whose types are known. */

import type { ImageCode } from "../live-weave/index.js";
import { AT, type EntryId, TAG } from "../object-code/index.js";
import type { TypedRegion } from "./known-objects.js";
import type { Layouts } from "./layouts.js";

const MAPPED_AT = 0xc0000000;
const MOST = 20_000;
const LARGEST = 32 * 1024;
/** Read by the processor itself whenever it is interrupted. */
const HARDWARE: ReadonlySet<string | undefined> = new Set(["gate", "task_state"]);

/** `read` gives the guest's memory; `[MAPPED_AT, end)` is mapped. Sorted; where objects overlap, the largest. */
export function reachedObjects(
  { debug }: ImageCode,
  { types }: Layouts,
  read: (address: number, size: number) => Buffer,
  end: number,
): TypedRegion[] {
  const found = new Map<string, { readonly address: number; readonly type: EntryId }>();
  const todo: { readonly address: number; readonly type: EntryId | undefined }[] = [];
  const { entries } = debug;
  entries.tags.forEach((tag, entry) => {
    if (tag !== TAG.variable || !debug.has(entry, AT.location)) return;
    const [place] = debug.places(entry, AT.location);
    if (place?.where.kind === "memory")
      todo.push({ address: place.where.address, type: debug.entry(entry, AT.type) });
  });
  for (let one = todo.pop(); one !== undefined && found.size < MOST; one = todo.pop()) {
    const { address } = one;
    const type = types.bare(one.type);
    const size = types.size(type);
    if (type === undefined || size === 0 || address < MAPPED_AT || address + size > end) continue;
    const target = types.pointee(type);
    const element = types.element(type);
    if (target !== undefined) todo.push({ address: read(address, 4).readUInt32LE(0), type: target });
    else if (element !== undefined) {
      const each = types.size(element);
      for (let at = address; each > 0 && at < address + size; at += each)
        todo.push({ address: at, type: element });
    } else if (types.isRecord(type) && size <= LARGEST) {
      const name = debug.text(type, AT.name);
      const key = `${address} ${name ?? type}`;
      if (found.has(key) || HARDWARE.has(name)) continue;
      if (entries.tags[type] === TAG.structure_type) {
        found.set(key, { address, type });
        for (const member of types.members(type))
          todo.push({ address: address + member.offset, type: member.type });
      }
    }
  }
  const sorted = [...found.values()]
    .map(({ address, type }) => ({
      start: address,
      end: address + types.size(type),
      struct: type,
      stride: types.size(type),
    }))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  let last = 0;
  return sorted.filter((region) => {
    if (region.start < last) return false;
    last = region.end;
    return true;
  });
}

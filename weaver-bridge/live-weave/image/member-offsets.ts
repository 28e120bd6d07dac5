/** Where members of the kernel's structs are, as its debug information has them. */
import { AT, createTypes, type EntryId, TAG } from "../../object-code/index.js";
import { imageCode } from "./image-code-of.js";
import type { KernelImage } from "./kernel-image.js";

/** In bytes, by `struct::member`. */
export function memberOffsets(image: KernelImage, names: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const code = imageCode(image);
  if (code === undefined) return found;
  const { debug } = code;
  const types = createTypes(debug);
  const missing = new Set(names);
  const { tags, count } = debug.entries;
  for (let entry: EntryId = 0; entry < count && missing.size > 0; entry++) {
    if (tags[entry] !== TAG.structure_type || debug.has(entry, AT.declaration)) continue;
    const name = debug.text(entry, AT.name) ?? "";
    if (!missing.delete(name)) continue;
    for (const member of types.members(entry)) found.set(`${name}::${member.name}`, member.offset);
  }
  return found;
}

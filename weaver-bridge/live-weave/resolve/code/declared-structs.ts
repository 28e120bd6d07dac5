/** Structs of which debug information has the name alone: nothing that is done to their members can be known. */
import { AT, RECORD_TAGS } from "../../../object-code/index.js";
import type { ImageCode } from "./image-code.js";

/** Those of `names`, in their order, that are declared somewhere and described nowhere. */
export function declaredStructs({ debug }: ImageCode, names: ReadonlySet<string>): string[] {
  if (names.size === 0) return [];
  const isDescribed = new Map<string, boolean>();
  debug.entries.tags.forEach((tag, entry) => {
    if (!RECORD_TAGS.has(tag)) return;
    const name = debug.text(entry, AT.name);
    if (name === undefined || !names.has(name)) return;
    isDescribed.set(name, isDescribed.get(name) === true || !debug.has(entry, AT.declaration));
  });
  return [...names].filter((name) => isDescribed.get(name) === false);
}

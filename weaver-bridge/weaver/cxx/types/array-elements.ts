/** What an array of any dimensions holds in the end. */
import type { TypeId } from "../../../model/index.js";
import type { CxxSpeller } from "./spell-type.js";

/** `count` is 0 where the array has no length, 1 of what is no array. */
export function elementsOf(
  whole: TypeId,
  speller: CxxSpeller,
): { readonly type: TypeId; readonly count: number; readonly depth: number } {
  let type = whole;
  let count = 1;
  let depth = 0;
  for (let known = speller.canonical(type); known.kind === "array"; known = speller.canonical(type)) {
    count *= known.size ?? 0;
    type = known.of;
    depth++;
  }
  return { type, count, depth };
}

/** Which function a piece of debug information is about. */
import { AT } from "./constants.js";
import type { DebugInfo } from "./debug-info.js";
import type { EntryId } from "./entries.js";

/** Concrete copies point to the abstract one, and that may point to a declaration. */
export function originOf(debug: DebugInfo, entry: EntryId): EntryId {
  let current = entry;
  for (let steps = 0; steps < 8; steps++) {
    const next = debug.entry(current, AT.abstract_origin) ?? debug.entry(current, AT.specification);
    if (next === undefined) return current;
    current = next;
  }
  return current;
}

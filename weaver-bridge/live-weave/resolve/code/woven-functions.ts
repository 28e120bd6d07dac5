/**
 * Functions that the weaver made, in an image that it wove: what stands in the place of a join point is inlined there and is
 * text of the function around it, as the sources say.
 */
import { AT, type CodeCopy, type DebugInfo, type EntryId } from "../../../object-code/index.js";

export const isGenerated = (debug: DebugInfo, origin: EntryId): boolean =>
  debug.text(origin, AT.name)?.startsWith("__weft_") === true;

/** The copy of the function of the sources; of advice its own, which is no text of the function that it runs in. */
export function copyInSource(copy: CodeCopy, debug: DebugInfo): CodeCopy {
  let found = copy;
  while (found.inside !== undefined && /^__weft_(?:shadow|proceed)_\d/.test(nameOf(found, debug)))
    found = found.inside;
  return found;
}

const nameOf = ({ origin }: CodeCopy, debug: DebugInfo) => debug.text(origin, AT.name) ?? "";

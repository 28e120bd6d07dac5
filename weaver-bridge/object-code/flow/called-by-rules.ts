/** Functions that are called by the rules of their machine, and what they are called with. */
import type { CodeCopy } from "../dwarf/code-copy.js";
import { AT, TAG } from "../dwarf/constants.js";
import type { DebugInfo } from "../dwarf/debug-info.js";
import type { EntryId } from "../dwarf/entries.js";

/** None of rules of their own: `regparm`, static, split. */
export const isCalledByRules = (debug: DebugInfo, { origin, entry }: CodeCopy): boolean =>
  debug.has(origin, AT.external) && !debug.has(entry, AT.calling_convention);

/** In order, as the copy has them. */
export const parametersOf = ({ entries }: DebugInfo, { entry }: CodeCopy): EntryId[] =>
  entries.childrenOf(entry).filter((one) => entries.tags[one] === TAG.formal_parameter);

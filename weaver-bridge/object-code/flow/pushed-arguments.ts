/**
 * Where arguments are when a function is entered, by the rules for calls on i386: one behind the other on the stack. Asked for
 * parameters of which the compiler says only where they are later (`p++` first of all).
 */
import { AT, TAG } from "../dwarf/constants.js";
import type { DebugInfo } from "../dwarf/debug-info.js";
import type { EntryId } from "../dwarf/entries.js";
import { type CodeCopy, originOf } from "../dwarf/functions.js";
import type { Types } from "../dwarf/types.js";
import { WORD } from "../machine/i686.js";
import type { PlacedVariable } from "./variables.js";

/** By distance from the frame address; empty where the function has rules of its own (`regparm`, static, split). */
export function pushedArguments(
  debug: DebugInfo,
  types: Types,
  copy: CodeCopy,
  variables: readonly PlacedVariable[],
): ReadonlyMap<number, EntryId> {
  const found = new Map<number, EntryId>();
  const { entries } = debug;
  if (!debug.has(copy.origin, AT.external) || debug.has(copy.entry, AT.calling_convention)) return found;
  const atEntry = variables.filter(({ range }) => range === undefined || range.start <= copy.start);
  const parameters = entries
    .childrenOf(copy.entry)
    .filter((one) => entries.tags[one] === TAG.formal_parameter);
  // Who returns a struct is handed the place for it first.
  let offset = types.isRecord(debug.entry(copy.origin, AT.type)) ? WORD : 0;
  for (const parameter of parameters) {
    const origin = originOf(debug, parameter);
    const type = debug.entry(origin, AT.type);
    const said = atEntry.find(
      ({ entry, range }) => entry === origin && (range?.end ?? copy.start + 1) > copy.start,
    );
    if (said?.where.kind === "register" || type === undefined) return new Map();
    found.set(offset, type);
    offset += Math.max(WORD, Math.ceil(types.size(type) / WORD) * WORD);
  }
  return found;
}

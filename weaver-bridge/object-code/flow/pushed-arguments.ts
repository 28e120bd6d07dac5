/**
 * Where arguments are when a function is entered, by the rules for calls on i386: one behind the other on the stack. Asked for
 * parameters of which the compiler says only where they are later (`p++` first of all).
 */

import type { CodeCopy } from "../dwarf/code-copy.js";
import { AT } from "../dwarf/constants.js";
import type { EntryId } from "../dwarf/entries.js";
import { originOf } from "../dwarf/origin.js";
import { isCalledByRules, parametersOf } from "./called-by-rules.js";
import type { FlowContext } from "./flow-context.js";
import type { PlacedVariable } from "./variables.js";

/** By distance from the frame address; empty where the function has rules of its own (`regparm`, static, split). */
export function pushedArguments(
  { machine, debug, types }: Pick<FlowContext, "machine" | "debug" | "types">,
  copy: CodeCopy,
  variables: readonly PlacedVariable[],
): ReadonlyMap<number, EntryId> {
  const found = new Map<number, EntryId>();
  const { word } = machine;
  if (machine.argumentRegisters.length > 0) return found;
  if (!isCalledByRules(debug, copy)) return found;
  const atEntry = variables.filter(({ range }) => range === undefined || range.start <= copy.start);
  // Who returns a struct is handed the place for it first.
  let offset = types.isRecord(debug.entry(copy.origin, AT.type)) ? word : 0;
  for (const parameter of parametersOf(debug, copy)) {
    const origin = originOf(debug, parameter);
    const type = debug.entry(origin, AT.type);
    const said = atEntry.find(
      ({ entry, range }) => entry === origin && (range?.end ?? copy.start + 1) > copy.start,
    );
    if (said?.where.kind === "register" || type === undefined) return new Map();
    found.set(offset, type);
    offset += Math.max(word, Math.ceil(types.size(type) / word) * word);
  }
  return found;
}

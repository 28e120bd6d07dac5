/**
 * Which registers arguments are in when a function is entered, by the rules for calls of machines that have registers for them
 * (System V ABI for AMD64, 3.2.3). Parameters of a function that the compiler found equal to another one, and made again of
 * that one's code, have no place in debug information at all.
 */
import type { CodeCopy } from "../dwarf/code-copy.js";
import { AT, TAG } from "../dwarf/constants.js";
import type { EntryId } from "../dwarf/entries.js";
import { originOf } from "../dwarf/origin.js";
import { isCalledByRules, parametersOf } from "./called-by-rules.js";
import type { FlowContext } from "./flow-context.js";
import type { PlacedVariable } from "./variables.js";

/** By register; what follows a parameter whose place these rules leave to its members, or to its language, is left out. */
export function registerArguments(
  { machine, debug, types }: Pick<FlowContext, "machine" | "debug" | "types">,
  copy: CodeCopy,
  variables: readonly PlacedVariable[],
): ReadonlyMap<number, EntryId> {
  const found = new Map<number, EntryId>();
  const { argumentRegisters, word } = machine;
  if (!isCalledByRules(debug, copy)) return found;
  const result = debug.entry(copy.origin, AT.type);
  const isLarge = types.size(result) > 2 * word;
  if (types.isRecord(result) && !isLarge) return found;
  // Who returns a large struct is handed the place for it first.
  const free = argumentRegisters.slice(types.isRecord(result) ? 1 : 0);
  for (const parameter of parametersOf(debug, copy)) {
    const origin = originOf(debug, parameter);
    const type = types.bare(debug.entry(origin, AT.type));
    if (type === undefined || !isScalar(debug.entries.tags[type]) || types.size(type) > word) break;
    if (IN_OTHERS.test(types.nameOf(type))) continue;
    const register = free.shift();
    if (register === undefined) break;
    const said = variables.find(
      ({ entry, range }) =>
        entry === origin && (range === undefined || (range.start <= copy.start && copy.start < range.end)),
    );
    if (said?.where.kind === "register" && said.where.register !== register) return new Map();
    found.set(register, type);
  }
  return found;
}

/** Numbers in registers of their own. */
const IN_OTHERS = /\b(?:float|double)\b|_Float|__float|_Decimal|bf16/;

const SCALARS = new Set<number>([
  ...[TAG.pointer_type, TAG.reference_type, TAG.rvalue_reference_type],
  ...[TAG.base_type, TAG.enumeration_type],
]);

const isScalar = (tag: number | undefined) => tag !== undefined && SCALARS.has(tag);

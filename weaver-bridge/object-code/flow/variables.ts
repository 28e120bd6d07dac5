/** The variables of a function and of what was inlined into it, with the places that the compiler says; and the globals. */
import { AT, TAG } from "../dwarf/constants.js";
import type { CodeRange, DebugInfo } from "../dwarf/debug-info.js";
import type { EntryId } from "../dwarf/entries.js";
import type { ValuePlace } from "../dwarf/expression.js";
import { type CodeCopy, originOf } from "../dwarf/functions.js";
import type { Types } from "../dwarf/types.js";

export interface PlacedVariable {
  readonly entry: EntryId;
  readonly type: EntryId;
  readonly where: ValuePlace;
  /** Without one, always. */
  readonly range?: CodeRange;
}

/** Of a struct whose members are in several places: its members. */
export function variablesOf(debug: DebugInfo, types: Types, copy: CodeCopy): PlacedVariable[] {
  const { entries } = debug;
  const found: PlacedVariable[] = [];
  const end = entries.endOf(copy.entry);
  for (let entry = copy.entry + 1; entry < end; entry++) {
    const tag = entries.tags[entry];
    if (tag !== TAG.formal_parameter && tag !== TAG.variable) continue;
    const origin = originOf(debug, entry);
    const type = debug.entry(origin, AT.type);
    if (type === undefined) continue;
    for (const place of debug.places(entry, AT.location))
      for (const part of partsOf(type, place.where, types)) found.push({ entry: origin, ...place, ...part });
  }
  return found;
}

type Part = Pick<PlacedVariable, "type" | "where">;

function partsOf(type: EntryId, where: ValuePlace, types: Types): Part[] {
  if (where.kind !== "pieces") return [{ type, where }];
  let offset = 0;
  return where.pieces.flatMap((piece): Part[] => {
    const part = memberAt(type, offset, piece.size, types);
    offset += piece.size;
    return part === undefined ? [] : [{ type: part, where: piece.where }];
  });
}

/** The type of what lies there and is so large. */
function memberAt(type: EntryId, offset: number, size: number, types: Types, depth = 0): EntryId | undefined {
  if (offset === 0 && types.size(type) === size && !types.isRecord(type)) return type;
  if (depth > DEEPEST) return undefined;
  const member = types
    .members(type)
    .find((one) => one.offset <= offset && offset + size <= one.offset + one.size && one.bits === undefined);
  return member?.type === undefined
    ? undefined
    : memberAt(member.type, offset - member.offset, size, types, depth + 1);
}

const DEEPEST = 8;

/** Of all variables of a function, with a place or without. */
export function* variableTypes(debug: DebugInfo, copy: CodeCopy): Generator<EntryId> {
  const { entries } = debug;
  const end = entries.endOf(copy.entry);
  for (let entry = copy.entry + 1; entry < end; entry++) {
    const tag = entries.tags[entry];
    if (tag !== TAG.formal_parameter && tag !== TAG.variable) continue;
    const type = debug.entry(originOf(debug, entry), AT.type);
    if (type !== undefined) yield type;
  }
}

export interface StaticVariable {
  readonly entry: EntryId;
  readonly type: EntryId;
  readonly address: number;
  readonly size: number;
}

interface StaticContext {
  readonly debug: DebugInfo;
  readonly types: Types;
  addressOf(name: string): number | undefined;
}

/** By address; those of functions too. */
export function staticVariables({ debug, types, addressOf }: StaticContext): StaticVariable[] {
  const { tags, count } = debug.entries;
  const found: StaticVariable[] = [];
  const known = new Set<number>();
  for (let entry = 0; entry < count; entry++) {
    if (tags[entry] !== TAG.variable) continue;
    const origin = originOf(debug, entry);
    const type = debug.entry(origin, AT.type);
    if (type === undefined) continue;
    const [first] = debug.places(entry, AT.location);
    // A local that is in a global for some instructions is none.
    const place = first?.range === undefined ? first?.where : undefined;
    const isElsewhere = place === undefined && debug.has(entry, AT.declaration);
    const address =
      place?.kind === "memory"
        ? place.address
        : isElsewhere
          ? addressOf(debug.text(entry, AT.name) ?? "")
          : undefined;
    if (address === undefined || address === 0 || known.has(address)) continue;
    known.add(address);
    found.push({ entry: origin, type, address, size: Math.max(1, types.size(type)) });
  }
  return found.sort((left, right) => left.address - right.address);
}

export function staticAt(variables: readonly StaticVariable[], address: number): StaticVariable | undefined {
  let [low, high] = [0, variables.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((variables[middle] as StaticVariable).address <= address) low = middle + 1;
    else high = middle;
  }
  const found = variables[low - 1];
  return found !== undefined && address < found.address + found.size ? found : undefined;
}

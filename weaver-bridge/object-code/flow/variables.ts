/** The variables of a function and of what was inlined into it, with the places that the compiler says; and the globals. */

import type { CodeCopy } from "../dwarf/code-copy.js";
import { AT, TAG } from "../dwarf/constants.js";
import type { CodeRange, DebugInfo } from "../dwarf/debug-info.js";
import type { EntryId } from "../dwarf/entries.js";
import type { ValuePlace } from "../dwarf/expression.js";
import { originOf } from "../dwarf/origin.js";
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
  const homes: PlacedVariable[] = [];
  const end = entries.endOf(copy.entry);
  for (let entry = copy.entry + 1; entry < end; entry++) {
    const tag = entries.tags[entry];
    if (tag !== TAG.formal_parameter && tag !== TAG.variable) continue;
    const origin = originOf(debug, entry);
    const type = debug.entry(origin, AT.type);
    if (type === undefined) continue;
    const places = debug.places(entry, AT.location);
    for (const place of places)
      for (const part of partsOf(type, place.where, types))
        for (const range of place.range === undefined ? scopeOf(debug, entry, copy) : [place.range])
          found.push({ entry: origin, ...part, ...(range === undefined ? {} : { range }) });
    const home = homeOf(places.map(({ where }) => where));
    if (home !== undefined)
      for (const range of scopeOf(debug, entry, copy))
        homes.push({ entry: origin, type, where: home, ...(range === undefined ? {} : { range }) });
  }
  return [...found, ...homes];
}

/**
 * Where a struct is all the time of which pieces are told as they get their values (clang does it): pieces in memory from
 * more than one place in it that agree where it begins. What others are told to be is theirs.
 */
function homeOf(places: readonly ValuePlace[]): ValuePlace | undefined {
  let home: InMemory | undefined;
  const froms = new Set<number>();
  for (const where of places) {
    let from = 0;
    for (const piece of where.kind === "pieces" ? where.pieces : []) {
      const { where: at } = piece;
      if (at.kind === "frame" || at.kind === "indirect") {
        const start = { ...at, offset: at.offset - from };
        if (home !== undefined && !isSamePlace(home, start)) return undefined;
        home = start;
        froms.add(from);
      }
      from += piece.size;
    }
  }
  return froms.size > 1 ? home : undefined;
}

type InMemory = Extract<ValuePlace, { kind: "frame" | "indirect" }>;

const isSamePlace = (one: InMemory, other: InMemory) =>
  one.offset === other.offset &&
  (one.kind === "frame"
    ? other.kind === "frame"
    : other.kind === "indirect" && one.register === other.register);

/** A place without a range is that of the block, or of the inlined copy, that the variable is declared in. */
function scopeOf(debug: DebugInfo, entry: EntryId, copy: CodeCopy): readonly (CodeRange | undefined)[] {
  const { parents } = debug.entries;
  for (let at = parents[entry] as number; at > copy.entry; at = parents[at] as number) {
    const ranges = debug.ranges(at);
    if (ranges.length > 0) return ranges;
  }
  return [undefined];
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

/** What variables of a function that are pointers lead to, by the variables' names; nothing of `void *`. */
export function pointeesByName(
  debug: DebugInfo,
  types: Types,
  copy: CodeCopy,
): ReadonlyMap<string, ReadonlySet<EntryId>> {
  const { entries } = debug;
  const found = new Map<string, Set<EntryId>>();
  const end = entries.endOf(copy.entry);
  for (let entry = copy.entry + 1; entry < end; entry++) {
    const tag = entries.tags[entry];
    if (tag !== TAG.formal_parameter && tag !== TAG.variable) continue;
    const origin = originOf(debug, entry);
    const [name, type] = [debug.text(origin, AT.name), debug.entry(origin, AT.type)];
    const target = type === undefined ? undefined : types.bare(types.pointee(type));
    if (name !== undefined && target !== undefined)
      found.set(name, (found.get(name) ?? new Set()).add(target));
  }
  return found;
}

export interface StaticVariable {
  readonly entry: EntryId;
  readonly type: EntryId;
  readonly address: number;
  readonly size: number;
  /** Of a struct that was taken apart (clang does it to static ones): how many of its bytes are before these. */
  readonly from?: number;
}

interface StaticContext {
  readonly debug: DebugInfo;
  readonly types: Types;
  placeOf(name: string): SymbolPlace | undefined;
}

/** Of a variable, as its symbol says it. */
export interface SymbolPlace {
  readonly address: number;
  /** In bytes; 0 where the symbol does not say it. */
  readonly size: number;
}

/**
 * By address; those of functions too. What is only declared (`extern struct s table[]`) has the address that the image's
 * symbol says, and where its type has no size the symbol's, or all up to the next variable.
 */
export function staticVariables(context: StaticContext): StaticVariable[] {
  const { debug, types } = context;
  const found = new Map<number, StaticVariable>();
  const declared: EntryId[] = [];
  for (let entry = 0; entry < debug.entries.count; entry++) {
    if (debug.entries.tags[entry] !== TAG.variable) continue;
    if (debug.has(entry, AT.declaration)) declared.push(entry);
    else if (!addPieces(found, entry, debug))
      addVariable(found, entry, placeOfVariable(debug, entry), context);
  }
  for (const entry of declared)
    addVariable(found, entry, context.placeOf(debug.text(entry, AT.name) ?? ""), context);
  const sorted = [...found.values()].sort((left, right) => left.address - right.address);
  return sorted.map((variable, index) => {
    if (variable.size > 0) return variable;
    const room = (sorted[index + 1]?.address ?? Number.MAX_SAFE_INTEGER) - variable.address;
    return {
      ...variable,
      size: Math.min(room, types.element(variable.type) === undefined ? 1 : LARGEST_OPEN),
    };
  });
}

/** In bytes: no array of unknown size is larger. */
const LARGEST_OPEN = 1 << 20;

function addVariable(
  found: Map<number, StaticVariable>,
  entry: EntryId,
  place: SymbolPlace | undefined,
  { debug, types }: StaticContext,
): void {
  if (place === undefined || place.address === 0) return;
  const { address } = place;
  const [origin, type] = [originOf(debug, entry), typeOfVariable(debug, entry)];
  if (type === undefined) return;
  const size = types.size(type) || place.size;
  // Of several the first that has a size.
  if ((found.get(address)?.size ?? 0) > 0 || (size === 0 && found.has(address))) return;
  found.set(address, { entry: origin, type, address, size });
}

/** False for a variable that is in one piece, or in none. */
function addPieces(found: Map<number, StaticVariable>, entry: EntryId, debug: DebugInfo): boolean {
  const [first] = debug.places(entry, AT.location);
  const [origin, type] = [originOf(debug, entry), typeOfVariable(debug, entry)];
  if (first?.range !== undefined || first?.where.kind !== "pieces" || type === undefined) return false;
  let from = 0;
  for (const { where, size } of first.where.pieces) {
    if (where.kind === "memory" && where.address !== 0)
      found.set(where.address, { entry: origin, type, address: where.address, size, from });
    from += size;
  }
  return true;
}

/** What defines an array says how long it is, which what declared it before (`extern struct s table[]`) did not. */
const typeOfVariable = (debug: DebugInfo, entry: EntryId) =>
  debug.entry(entry, AT.type) ?? debug.entry(originOf(debug, entry), AT.type);

/** A local that is in a global for some instructions is none. */
function placeOfVariable(debug: DebugInfo, entry: EntryId): SymbolPlace | undefined {
  const [first] = debug.places(entry, AT.location);
  if (first?.range !== undefined || first?.where.kind !== "memory") return undefined;
  return { address: first.where.address, size: 0 };
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

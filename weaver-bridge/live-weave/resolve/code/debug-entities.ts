/**
 * Functions, variables and members of an image as the matcher knows them. An inline function of a header is told by every
 * unit that includes it, a shared one by each that calls it: they are one entity.
 */
import type { Entity, EntityId, FunctionEntity, LineMap, SourcePosition } from "../../../model/index.js";
import { AT, type DebugInfo, type EntryId, TAG } from "../../../object-code/index.js";
import type { TypeTable } from "./debug-types.js";

export interface EntityTable {
  readonly entities: readonly Entity[];
  /** Of the entry that names it. */
  function(origin: EntryId): EntityId;
  /** A function that only a symbol tells of: written in assembler, or in another object. */
  symbol(name: string): EntityId;
  variable(entry: EntryId): EntityId;
  /** `scope` is the struct that it is named with. */
  member(entry: EntryId, scope: string): EntityId;
}

/** Places in sources have no text here: each gets a number in its place. */
export interface PlaceTable {
  readonly lineMap: LineMap;
  offset(place: SourcePosition): number;
}

export function createPlaceTable(): PlaceTable {
  const places: SourcePosition[] = [];
  const known = new Map<string, number>();
  const positionAt = (offset: number) => places[offset] ?? NOWHERE;
  return {
    offset: (place) => {
      const key = `${place.line}:${place.column}:${place.file}`;
      let offset = known.get(key);
      if (offset === undefined) known.set(key, (offset = places.push(place) - 1));
      return offset;
    },
    lineMap: {
      positionAt,
      fileAt: (offset) => positionAt(offset).file,
      rangeOf: ({ start }) => {
        const { file, line, column } = positionAt(start);
        return { file, startLine: line, startColumn: column, endLine: line, endColumn: column + 1 };
      },
      inSystemHeader: () => false,
      get files() {
        return [...new Set(places.map(({ file }) => file))];
      },
      segmentsOf: () => [],
    },
  };
}

export function createEntityTable(debug: DebugInfo, types: TypeTable, places: PlaceTable): EntityTable {
  const entities: Entity[] = [];
  const byKey = new Map<string, EntityId>();
  const byEntry = new Map<EntryId, EntityId>();
  const table = (entry: EntryId, key: string, make: () => Entity): EntityId => {
    let id = byKey.get(key);
    if (id === undefined) byKey.set(key, (id = entities.push(make()) - 1));
    byEntry.set(entry, id);
    return id;
  };
  const placeOf = (entry: EntryId) => declaredAt(debug, entry);
  const rangeAt = (place: SourcePosition) => {
    const start = places.offset(place);
    return { start, end: start + 1 };
  };
  const keyOf = (entry: EntryId, name: string, kind: string) => {
    if (debug.has(entry, AT.external)) return `${kind} ${name}`;
    const { file, line } = placeOf(entry);
    return `${kind} ${name} ${file}:${line}${mappedUnit(debug, entry, file)}`;
  };
  return {
    entities,
    function: (origin) => {
      const known = byEntry.get(origin);
      if (known !== undefined) return known;
      const name = debug.text(origin, AT.name) ?? "";
      const make = () => functionEntity(debug, origin, name, types, rangeAt(placeOf(origin)));
      return table(origin, keyOf(origin, name, "function"), make);
    },
    symbol: (name) => {
      const key = `function ${name}`;
      let id = byKey.get(key);
      if (id === undefined)
        byKey.set(key, (id = entities.push(symbolEntity(name, types, rangeAt(NOWHERE))) - 1));
      return id;
    },
    variable: (entry) => {
      const known = byEntry.get(entry);
      if (known !== undefined) return known;
      const name = debug.text(entry, AT.name) ?? "";
      return table(entry, keyOf(entry, name, "variable"), () => ({
        ...{ kind: "variable", name, scope: [], usr: `c:@${name}` },
        nameRange: rangeAt(placeOf(entry)),
        type: types.of(debug.entry(entry, AT.type)),
        isStatic: !debug.has(entry, AT.external),
      }));
    },
    member: (entry, scope) => {
      const known = byEntry.get(entry);
      if (known !== undefined) return known;
      const name = debug.text(entry, AT.name) ?? "";
      const { file, line, column } = placeOf(entry);
      const bitWidth = debug.number(entry, AT.bit_size);
      return table(entry, `member ${scope}::${name} ${file}:${line}:${column}`, () => ({
        ...{ kind: "field", name, scope: scope === "" ? [] : [scope], usr: `c:@S@${scope}@FI@${name}` },
        nameRange: rangeAt({ file, line, column }),
        type: types.of(debug.entry(entry, AT.type)),
        isStatic: false,
        ...(bitWidth === undefined ? {} : { bitWidth }),
      }));
    },
  };
}

/** Where folders were mapped away (`-ffile-prefix-map`), sources of different folders have one name; a header's stays one. */
function mappedUnit(debug: DebugInfo, entry: EntryId, file: string): string {
  if (file.startsWith("/")) return "";
  const { root } = debug.entries.unitOf(entry);
  const [, own = ""] = /([^/]+)$/.exec(debug.text(root, AT.name) ?? "") ?? [];
  return own !== "" && file.endsWith(own) ? ` ${root}` : "";
}

const NOWHERE: SourcePosition = { file: "", line: 1, column: 1 };

/** The source place of an instruction; where the compiler says none, that of the function that it belongs to. */
export function placeOfCode(
  debug: DebugInfo,
  address: number,
  own: EntryId,
  around: EntryId,
): SourcePosition {
  const row = debug.lines(debug.entries.unitOf(own)).rowAt(address);
  if (row === undefined || row.line === 0) return declaredAt(debug, around);
  return { file: row.file, line: row.line, column: row.column || 1 };
}

/** Of a function, a variable or a member. */
export function declaredAt(debug: DebugInfo, entry: EntryId): SourcePosition {
  const lines = debug.lines(debug.entries.unitOf(entry));
  return {
    file: lines.fileName(debug.number(entry, AT.decl_file) ?? -1) ?? "",
    line: debug.number(entry, AT.decl_line) || 1,
    // Clang does not say it.
    column: debug.number(entry, AT.decl_column) || 1,
  };
}

function functionEntity(
  debug: DebugInfo,
  origin: EntryId,
  name: string,
  types: TypeTable,
  nameRange: { start: number; end: number },
): FunctionEntity {
  const { entries } = debug;
  const children = entries.childrenOf(origin);
  const parameters = children.filter((child) => entries.tags[child] === TAG.formal_parameter);
  const typeOf = (entry: EntryId) => debug.entry(entry, AT.type);
  const variadic = children.some((child) => entries.tags[child] === TAG.unspecified_parameters);
  // 1 and 3: inlined or declared so.
  const inline = debug.number(origin, AT.inline) ?? 0;
  return {
    ...BARE,
    ...{ name, usr: `c:@F@${name}`, nameRange, variadic },
    type: types.function(typeOf(origin), parameters.map(typeOf), variadic),
    result: types.of(typeOf(origin)),
    parameters: parameters.map((entry) => ({
      name: debug.text(entry, AT.name) ?? "",
      type: types.of(typeOf(entry)),
      isRegister: false,
    })),
    isStatic: !debug.has(origin, AT.external),
    isInline: inline >= 2,
    noReturn: debug.has(origin, AT.noreturn),
  };
}

/** Of its types nothing is known. */
function symbolEntity(
  name: string,
  types: TypeTable,
  nameRange: { start: number; end: number },
): FunctionEntity {
  return {
    ...BARE,
    ...{ name, usr: `c:@F@${name}`, nameRange, variadic: true },
    ...{ type: types.unknown, result: types.unknown, parameters: [], isStatic: false, isInline: false },
    noReturn: false,
  };
}

const BARE = { kind: "function", scope: [], noInstrument: false, blockScope: false } as const;

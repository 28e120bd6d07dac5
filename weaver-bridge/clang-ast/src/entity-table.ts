/** Entities of a unit: functions, variables and fields, described on demand from the addon's declaration rows. */
import type { Entity, EntityId, Parameter, VariableEntity } from "../../model/index.js";
import {
  DeclarationColumn,
  DeclarationFlag,
  RawDeclarationKind,
  type RawUnit,
  type StringReader,
} from "./raw-unit.js";
import type { TypeTable } from "./type-table.js";

/** A row number of the addon's declaration table; negative for what is no entity. */
export type RawDeclarationId = number;

export interface EntityTable {
  readonly entities: readonly Entity[];
  entityOf(raw: RawDeclarationId): EntityId;
  kindOf(raw: RawDeclarationId): Entity["kind"] | undefined;
  nameOf(raw: RawDeclarationId): string;
  hasFlag(raw: RawDeclarationId, flag: keyof typeof DeclarationFlag): boolean;
}

export function createEntityTable(raw: RawUnit, types: TypeTable, string: StringReader): EntityTable {
  const entities: Entity[] = [];
  const known = new Map<RawDeclarationId, EntityId>();
  const names: string[] = [];
  const column = (id: RawDeclarationId, name: keyof typeof DeclarationColumn) =>
    raw.declarations[id * DeclarationColumn.length + DeclarationColumn[name]] as number;
  return {
    entities,
    entityOf: (id) => {
      let entity = known.get(id);
      if (entity === undefined) {
        entity = entities.push(readEntity(raw, types, string, (name) => column(id, name))) - 1;
        known.set(id, entity);
      }
      return entity;
    },
    kindOf: (id) => {
      if (id < 0) return undefined;
      const kind = column(id, "kind");
      if (kind === RawDeclarationKind.function) return "function";
      return kind === RawDeclarationKind.variable ? "variable" : "field";
    },
    nameOf: (id) => (names[id] ??= string(column(id, "name"))),
    hasFlag: (id, flag) => (column(id, "flags") & DeclarationFlag[flag]) !== 0,
  };
}

function readEntity(
  raw: RawUnit,
  types: TypeTable,
  string: StringReader,
  column: (name: keyof typeof DeclarationColumn) => number,
): Entity {
  const flags = column("flags");
  const scope = column("scope");
  const start = Math.max(0, column("nameStart"));
  const usr = string(column("usr"));
  const name = string(column("name"));
  const names = raw.lists.subarray(scope, scope + column("scopeLength"));
  const nameRange = { start, end: Math.max(start, column("nameEnd")) };
  const type = types.typeOf(column("type"));
  const isStatic = (flags & DeclarationFlag.static) !== 0;
  const blockScope = (flags & DeclarationFlag.blockScope) !== 0;
  if (column("kind") === RawDeclarationKind.function)
    return {
      kind: "function",
      usr,
      name,
      scope: Array.from(names, string),
      nameRange,
      type,
      isStatic,
      result: types.typeOf(column("result")),
      parameters: readParameters(raw, types, string, column("parameters"), column("parameterCount")),
      variadic: (flags & DeclarationFlag.variadic) !== 0,
      isInline: (flags & DeclarationFlag.inline) !== 0,
      noReturn: (flags & DeclarationFlag.noReturn) !== 0,
      noInstrument: (flags & DeclarationFlag.noInstrument) !== 0,
      blockScope,
    };
  const kind = column("kind") === RawDeclarationKind.field ? "field" : "variable";
  const bitWidth = column("bitWidth");
  const variable: { -readonly [K in keyof VariableEntity]: VariableEntity[K] } = {
    kind,
    usr,
    name,
    scope: Array.from(names, string),
    nameRange,
    type,
    isStatic,
  };
  if (bitWidth >= 0) variable.bitWidth = bitWidth;
  if (blockScope) variable.blockScope = true;
  return variable;
}

function readParameters(
  raw: RawUnit,
  types: TypeTable,
  string: StringReader,
  first: number,
  count: number,
): Parameter[] {
  const parameters: Parameter[] = [];
  for (let at = first; at < first + count * 3; at += 3)
    parameters.push({
      name: string(raw.lists[at] as number),
      type: types.decayed(types.typeOf(raw.lists[at + 1] as number)),
      isRegister: raw.lists[at + 2] === 1,
    });
  return parameters;
}

/** Entities of a unit: functions, variables, fields and classes, described on demand from the addon's rows. */
import type { Entity, EntityId } from "../../../model/index.js";
import {
  DeclarationColumn,
  DeclarationFlag,
  RawDeclarationKind,
  RawRole,
  type RawUnit,
  type StringReader,
} from "../tree/raw-unit.js";
import { createAttributeTable } from "./attributes.js";
import { readClass } from "./read-class.js";
import { type DeclarationReader, readFunction, readVariable } from "./read-entity.js";
import type { TypeTable } from "./type-table.js";

/** A row number of the addon's declaration table; negative for what is no entity. */
export type RawDeclarationId = number;

export interface EntityTable {
  readonly entities: readonly Entity[];
  entityOf(raw: RawDeclarationId): EntityId;
  kindOf(raw: RawDeclarationId): Entity["kind"] | undefined;
  nameOf(raw: RawDeclarationId): string;
  roleOf(raw: RawDeclarationId): keyof typeof RawRole;
  hasFlag(raw: RawDeclarationId, flag: keyof typeof DeclarationFlag): boolean;
  columnOf(raw: RawDeclarationId, column: keyof typeof DeclarationColumn): number;
  /** Whether its type is a reference. */
  isReference(raw: RawDeclarationId): boolean;
  /** What nothing refers to, too. */
  addAll(): void;
  /** An entity that libclang has no declaration of. */
  add(entity: Entity): EntityId;
}

export interface EntityOptions {
  readonly types: TypeTable;
  readonly string: StringReader;
  readonly text: string;
  readonly cplusplus: boolean;
  /** The dialect has moves: C++11 and later. */
  readonly moves: boolean;
  startOfTopLevel(offset: number): number;
}

export function createEntityTable(raw: RawUnit, options: EntityOptions): EntityTable {
  const { types, string, text, cplusplus } = options;
  const entities: Entity[] = [];
  const known = new Map<RawDeclarationId, EntityId>();
  const names: string[] = [];
  const columnOf = (id: RawDeclarationId, name: keyof typeof DeclarationColumn) =>
    raw.declarations[id * DeclarationColumn.length + DeclarationColumn[name]] as number;
  const reader: DeclarationReader = {
    raw,
    types,
    string,
    text,
    cplusplus,
    moves: options.moves,
    attributes: createAttributeTable(text, raw.attributes),
    column: columnOf,
    hasFlag: (id, flag) => (columnOf(id, "flags") & DeclarationFlag[flag]) !== 0,
    entityOf: (id) => table.entityOf(id),
    add: (entity) => table.add(entity),
    entity: (id) => entities[id] as Entity,
    startOfTopLevel: options.startOfTopLevel,
    topLevelOf: lazily(() => topLevels(raw)),
    mentionedMembers: lazily(() => membersByClass(raw, columnOf)),
  };
  const table: EntityTable = {
    entities,
    entityOf: (id) => {
      let entity = known.get(id);
      const owner = columnOf(id, "class");
      if (entity === undefined && owner >= 0 && !known.has(owner)) {
        // A class asks its members what they are, so none of them may be half read when it is.
        table.entityOf(owner);
        entity = known.get(id);
      }
      if (entity === undefined) {
        // Classes and their members refer to each other: the number is given before the description.
        entity = entities.push(undefined as unknown as Entity) - 1;
        known.set(id, entity);
        entities[entity] = readEntity(reader, id, entity);
      }
      return entity;
    },
    kindOf: (id) => {
      if (id < 0) return undefined;
      const kind = columnOf(id, "kind");
      if (kind === RawDeclarationKind.function) return "function";
      if (kind === RawDeclarationKind.class) return "class";
      return kind === RawDeclarationKind.variable ? "variable" : "field";
    },
    nameOf: (id) => (names[id] ??= string(columnOf(id, "name"))),
    roleOf: (id) => (id < 0 ? "plain" : (ROLES[columnOf(id, "role")] as keyof typeof RawRole)),
    hasFlag: (id, flag) => id >= 0 && reader.hasFlag(id, flag),
    columnOf,
    isReference: (id) => types.kindOf(columnOf(id, "type"))?.endsWith("-reference") === true,
    addAll: () => {
      for (let id = 0; id * DeclarationColumn.length < raw.declarations.length; id++) table.entityOf(id);
    },
    add: (entity) => entities.push(entity) - 1,
  };
  return table;
}

const ROLES = Object.keys(RawRole) as (keyof typeof RawRole)[];

function readEntity(reader: DeclarationReader, id: RawDeclarationId, entity: EntityId): Entity {
  switch (reader.column(id, "kind")) {
    case RawDeclarationKind.function:
      return readFunction(reader, id);
    case RawDeclarationKind.class:
      return readClass(reader, id, entity);
    default:
      return readVariable(reader, id);
  }
}

/** Start of the outermost declaration around each class that the text defines. */
function topLevels(raw: RawUnit): ReadonlyMap<RawDeclarationId, number> {
  const starts = new Map<RawDeclarationId, number>();
  for (let at = 0; at < raw.classes.length; at += 2)
    starts.set(raw.classes[at] as number, raw.classes[at + 1] as number);
  return starts;
}

/** Members that something in the unit refers to, by class: of classes whose members libclang doesn't list. */
function membersByClass(
  raw: RawUnit,
  column: DeclarationReader["column"],
): ReadonlyMap<RawDeclarationId, readonly RawDeclarationId[]> {
  const members = new Map<RawDeclarationId, RawDeclarationId[]>();
  for (let id = 0; id * DeclarationColumn.length < raw.declarations.length; id++) {
    const owner = column(id, "class");
    if (owner < 0) continue;
    const list = members.get(owner);
    if (list === undefined) members.set(owner, [id]);
    else list.push(id);
  }
  return members;
}

function lazily<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}

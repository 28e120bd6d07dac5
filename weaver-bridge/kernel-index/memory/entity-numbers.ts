/**
 * Types and entities of all units, each once. What is the same in every respect that matching can see (name, types,
 * attributes, place of the declaration) is one record; a function that one unit declares and another defines is two.
 */
import type { Entity, LineMap, Parameter, Type, TypeId, UnitFacts } from "../../model/index.js";
import {
  type EntityParts,
  packEntities,
  type StoredEntity,
  unpackEntities,
} from "../records/entity-batch.js";
import type { BatchRecord, Place } from "../records/records.js";

export interface EntityNumbers {
  /** By number; filled as units come. The name range of an entity starts at {@link offsetOfEntity}. */
  readonly types: readonly Type[];
  readonly entities: readonly Entity[];
  placeOf(entity: number): Place;
  /** The same for entities that one unit can't tell apart: it has one function of a name. */
  nameOf(entity: number): number;
  /** Numbers for the types and entities of a unit's facts. `file` numbers the file names of its line map. */
  numbersFor(facts: UnitFacts, file: (name: string) => number): UnitNumbers;
  /** In their order. */
  restoreTypes(batch: BatchRecord): void;
  restoreEntities(batch: BatchRecord): void;
  /** Made since the last call. */
  takeNew(): { readonly types: readonly BatchRecord[]; readonly entities: readonly BatchRecord[] };
}

export interface UnitNumbers {
  type(id: TypeId): number;
  entity(id: number): number;
}

/** Offsets of entities are below zero: those of shadows are not. */
export function offsetOfEntity(entity: number): number {
  return -1 - entity;
}

export function createEntityNumbers(): EntityNumbers {
  const types: Type[] = [];
  const entities: Entity[] = [];
  /** File, line and column of each. */
  const places: number[] = [];
  const parts = createSharedParts();
  const knownTypes = createKnown((texts) => `[${texts.join(",")}]`);
  const knownEntities = createKnown(packTexts);
  const nameOf = createNames(entities);

  const addEntities = (data: string) => {
    const first = entities.length;
    const start = (at: number) => offsetOfEntity(first + at);
    unpackEntities(data, parts, start, (entity, file, line, column) => {
      entities.push(entity);
      places.push(file, line, column);
    });
  };
  const typeNumber = (data: string) =>
    knownTypes.number(data, () => types.push(JSON.parse(data) as Type) - 1);
  const entityNumber = (data: string) =>
    knownEntities.number(data, () => {
      addEntities(packTexts([data]));
      return entities.length - 1;
    });

  return {
    types,
    entities,
    placeOf: (entity) => ({
      file: places[entity * 3] as number,
      line: places[entity * 3 + 1] as number,
      column: places[entity * 3 + 2] as number,
    }),
    nameOf,
    numbersFor(facts, file) {
      const typeNumbers = new Map<TypeId, number>();
      const entityNumbers = new Map<number, number>();
      const type = (id: TypeId): number => {
        let number = typeNumbers.get(id);
        if (number === undefined) {
          const own = facts.types[id];
          const data = JSON.stringify(own === undefined ? UNKNOWN : withTypes(own, type));
          number = typeNumber(data);
          typeNumbers.set(id, number);
        }
        return number;
      };
      return {
        type,
        entity(id) {
          let number = entityNumbers.get(id);
          if (number === undefined) {
            const data = entityData(facts.entities[id] as Entity, facts.lineMap, type, file);
            number = entityNumber(data);
            entityNumbers.set(id, number);
          }
          return number;
        },
      };
    },
    restoreTypes(batch) {
      if (batch.first !== types.length) throw new Error(`type ${types.length} is missing`);
      for (const type of JSON.parse(batch.data) as Type[]) types.push(type);
      knownTypes.restore(batch);
    },
    restoreEntities(batch) {
      if (batch.first !== entities.length) throw new Error(`entity ${entities.length} is missing`);
      addEntities(batch.data);
      knownEntities.restore(batch);
    },
    takeNew: () => ({ types: knownTypes.takeNew(), entities: knownEntities.takeNew() }),
  };
}

const packTexts = (texts: readonly string[]) =>
  packEntities(texts.map((text) => JSON.parse(text) as StoredEntity));

/** Numbers of texts. Who only asks questions never needs those that were restored. */
function createKnown(pack: (texts: readonly string[]) => string) {
  let numbers: Map<number, number> | undefined;
  const restored: BatchRecord[] = [];
  let fresh: { readonly id: number; readonly data: string; readonly hash: number }[] = [];
  const known = (): Map<number, number> => {
    if (numbers === undefined) {
      numbers = new Map();
      for (const { first, hashes } of restored.splice(0))
        for (const [at, hash] of hashes.entries()) numbers.set(hash, first + at);
    }
    return numbers;
  };
  return {
    number(data: string, add: () => number): number {
      const hash = hashOf(data);
      let id = known().get(hash);
      if (id === undefined) {
        id = add();
        known().set(hash, id);
        fresh.push({ id, data, hash });
      }
      return id;
    },
    restore: (batch: BatchRecord) => void restored.push(batch),
    takeNew(): BatchRecord[] {
      const [first] = fresh;
      if (first === undefined) return [];
      const batch = {
        first: first.id,
        data: pack(fresh.map(({ data }) => data)),
        hashes: Float64Array.from(fresh, ({ hash }) => hash),
      };
      fresh = [];
      return [batch];
    },
  };
}

/** Numbers of the names of entities, made when a unit is read. */
function createNames(entities: readonly Entity[]): (entity: number) => number {
  const names: number[] = [];
  const known = new Map<number, number>();
  return (entity) => {
    while (names.length < entities.length) {
      const id = names.length;
      const named = entities[id] as Entity;
      const local = "blockScope" in named && named.blockScope === true;
      const hash = hashOf(JSON.stringify([named.kind, named.scope, named.name, local ? id : 0]));
      const number = known.get(hash) ?? known.size;
      known.set(hash, number);
      names.push(number);
    }
    return names[entity] as number;
  };
}

function createSharedParts(): EntityParts {
  const scopes = new Map<string, readonly string[]>();
  const lists = new Map<string, readonly Parameter[]>();
  const single: Parameter[] = [];
  const parameterOf = (type: TypeId): Parameter => (single[type] ??= { name: "", isRegister: false, type });
  return {
    scope(path) {
      const key = path.join("\0");
      const known = scopes.get(key) ?? path;
      scopes.set(key, known);
      return known;
    },
    parameters(types) {
      const key = types.join(",");
      const known = lists.get(key) ?? types.map(parameterOf);
      lists.set(key, known);
      return known;
    },
  };
}

/** 53 bits: texts are told apart by them alone, since the texts would be most of what the index keeps. */
function hashOf(text: string): number {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
}

const UNKNOWN: Type = { kind: "other", spelling: "?", isConst: false, isVolatile: false };

/** The type with its parts numbered. A record stands for itself, so this ends. */
function withTypes(type: Type, number: (id: TypeId) => number): Type {
  switch (type.kind) {
    case "pointer":
    case "lvalue-reference":
    case "rvalue-reference":
      return { ...type, to: number(type.to) };
    case "member-pointer":
      return { ...type, to: number(type.to), ofClass: number(type.ofClass) };
    case "array":
      return { ...type, of: number(type.of) };
    case "function":
      return { ...type, result: number(type.result), parameters: type.parameters.map(number) };
    case "typedef":
      return { ...type, underlying: number(type.underlying) };
    default:
      return type;
  }
}

function entityData(
  entity: Entity,
  lineMap: LineMap,
  type: (id: TypeId) => number,
  file: (name: string) => number,
): string {
  const { nameRange, usr, ...rest } = entity;
  const place = lineMap.positionAt(nameRange.start);
  const common = { ...rest, usr: usrAnywhere(usr), type: type(entity.type) };
  const numbered =
    entity.kind !== "function"
      ? common
      : {
          ...common,
          result: type(entity.result),
          parameters: entity.parameters.map(
            (parameter): Parameter => ({ name: "", isRegister: false, type: type(parameter.type) }),
          ),
        };
  return JSON.stringify({ entity: numbered, at: [file(place.file), place.line, place.column] });
}

/** Of what is static the usr names the unit, although every unit that includes the header has the same. */
function usrAnywhere(usr: string): string {
  return usr.replace(/^c:[^@]+@(?:\d+@)?F@/, "c:@F@");
}

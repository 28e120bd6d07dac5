/**
 * Types of a unit: from the addon's rows to the model's structural types, on demand, so that only what facts
 * mention is described. Adds the one type that libclang hides: what an array becomes when it is passed.
 */
import type { Type, TypeId } from "../../../model/index.js";
import { RawTypeKind, type RawUnit, type StringReader, TypeColumn, TypeFlag } from "../tree/raw-unit.js";
import { createTypeMaker, type TypeMaker } from "./made-types.js";

/** A row number of the addon's type table; -1 where there is no type. */
export type RawTypeId = number;

export interface TypeTable extends TypeMaker {
  readonly types: readonly Type[];
  typeOf(raw: RawTypeId): TypeId;
  /** The pointer that an array or function type decays to; other types as they are. */
  decayed(type: TypeId): TypeId;
  /** Whether the type is an array, typedefs looked through. */
  isArray(raw: RawTypeId): boolean;
  /** Whether the type is a class, typedefs looked through. */
  isRecord(raw: RawTypeId): boolean;
  isConst(raw: RawTypeId): boolean;
  kindOf(raw: RawTypeId): Type["kind"] | undefined;
  /** Its spelling, then that of what each typedef stands for. */
  namesOf(raw: RawTypeId): string[];
}

export function createTypeTable(raw: RawUnit, string: StringReader): TypeTable {
  const types: Type[] = [];
  const known = new Map<RawTypeId, TypeId>();
  const pointers = new Map<TypeId, TypeId>();
  const column = (type: RawTypeId, name: keyof typeof TypeColumn) =>
    raw.types[type * TypeColumn.length + TypeColumn[name]] as number;

  const maker = createTypeMaker(types);
  const add = (type: Type): TypeId => types.push(type) - 1;
  const typeOf = (id: RawTypeId): TypeId => {
    let type = known.get(id);
    if (type === undefined) {
      const read = id < 0 ? UNKNOWN : readType(id, rows);
      type = add(
        read.kind === "array" && (read.isConst || read.isVolatile)
          ? { ...read, of: qualifiedElement(read.of, read) }
          : read,
      );
      known.set(id, type);
    }
    return type;
  };
  const rows: TypeRows = { lists: raw.lists, string, column, typeOf, typeAt: (id) => types[id] as Type };
  // Of a canonical array libclang says that it is const or volatile, and not so its elements.
  const qualifiedElement = (id: TypeId, by: Pick<Type, "isConst" | "isVolatile">): TypeId => {
    const type = types[id] as Type;
    if (type.kind !== "array") {
      const element = by.isVolatile ? maker.volatileOf(id) : id;
      return by.isConst ? maker.constOf(element) : element;
    }
    const isConst = type.isConst || by.isConst;
    const isVolatile = type.isVolatile || by.isVolatile;
    if (isConst === type.isConst && isVolatile === type.isVolatile) return id;
    return add({ ...type, isConst, isVolatile, of: qualifiedElement(type.of, by) });
  };
  const canonicalKind = (id: RawTypeId): number => {
    let at = id;
    while (at >= 0 && column(at, "kind") === RawTypeKind.typedef) at = column(at, "target");
    return at < 0 ? RawTypeKind.other : column(at, "kind");
  };
  const decayed = (id: TypeId): TypeId => {
    let pointer = pointers.get(id);
    if (pointer === undefined) {
      const type = decay(types, id);
      pointer = type === undefined ? id : add(type);
      pointers.set(id, pointer);
    }
    return pointer;
  };
  return {
    ...maker,
    types,
    typeOf,
    decayed,
    isArray: (id) => canonicalKind(id) === RawTypeKind.array,
    isRecord: (id) => canonicalKind(id) === RawTypeKind.record,
    kindOf: (id) => (id < 0 ? undefined : (types[typeOf(id)] as Type).kind),
    isConst: (id) => id >= 0 && (column(id, "flags") & TypeFlag.const) !== 0,
    namesOf: (id) => {
      const names: string[] = [];
      for (let at = id; at >= 0; at = column(at, "kind") === RawTypeKind.typedef ? column(at, "target") : -1)
        names.push(string(column(at, "spelling")));
      return names;
    },
  };
}

const UNKNOWN: Type = { kind: "other", spelling: "", isConst: false, isVolatile: false, nameless: true };

/** The addon's rows, and the types that were made of them: what a type is put together from. */
interface TypeRows {
  readonly lists: RawUnit["lists"];
  readonly string: StringReader;
  column(type: RawTypeId, name: keyof typeof TypeColumn): number;
  typeOf(raw: RawTypeId): TypeId;
  typeAt(id: TypeId): Type;
}

function readType(id: RawTypeId, { lists, string, column, typeOf, typeAt }: TypeRows): Type {
  const flags = column(id, "flags");
  const spelling = withTags(withSegments(string(column(id, "spelling"))));
  const isConst = (flags & TypeFlag.const) !== 0;
  const isVolatile = (flags & TypeFlag.volatile) !== 0;
  const type = readStructure();
  const nameless =
    /\((?:unnamed|anonymous|lambda)/.test(spelling) && (!/\btypeof/.test(spelling) || isPartNameless());
  return nameless ? Object.assign(type, { nameless }) : type;

  /** `typeof (sizeof(struct { int a; }))` names a type by one that has no name. */
  function isPartNameless(): boolean {
    if (type.kind === "typedef") return typeAt(type.underlying).nameless === true;
    if (type.kind === "pointer") return typeAt(type.to).nameless === true;
    return type.kind !== "array" || typeAt(type.of).nameless === true;
  }

  function readStructure(): Type {
    const target = column(id, "target");
    const size = column(id, "size");
    switch (column(id, "kind")) {
      case RawTypeKind.builtin:
        return { kind: "builtin", spelling, isConst, isVolatile };
      case RawTypeKind.pointer:
        return { kind: "pointer", spelling, isConst, isVolatile, to: typeOf(target) };
      case RawTypeKind.lvalueReference:
        return { kind: "lvalue-reference", spelling, isConst, isVolatile, to: typeOf(target) };
      case RawTypeKind.rvalueReference:
        return { kind: "rvalue-reference", spelling, isConst, isVolatile, to: typeOf(target) };
      case RawTypeKind.memberPointer:
        return {
          kind: "member-pointer",
          spelling,
          isConst,
          isVolatile,
          to: typeOf(target),
          ofClass: typeOf(size),
        };
      case RawTypeKind.array: {
        const array: Type = { kind: "array", spelling, isConst, isVolatile, of: typeOf(target) };
        return size < 0 ? array : Object.assign(array, { size });
      }
      case RawTypeKind.function: {
        const first = column(id, "parameters");
        const parameters = Array.from(lists.subarray(first, first + column(id, "parameterCount")), typeOf);
        const variadic = (flags & TypeFlag.variadic) !== 0;
        return {
          kind: "function",
          spelling,
          isConst,
          isVolatile,
          result: typeOf(target),
          parameters,
          variadic,
        };
      }
      case RawTypeKind.record:
      case RawTypeKind.enum: {
        const kind = column(id, "kind") === RawTypeKind.record ? "record" : "enum";
        const name = string(column(id, "name"));
        const fullName = string(column(id, "fullName"));
        const named: Type = {
          kind,
          spelling,
          isConst,
          isVolatile,
          name,
          usr: string(column(id, "usr")),
        };
        return fullName === "" || fullName === name ? named : Object.assign(named, { fullName });
      }
      case RawTypeKind.typedef: {
        const name = string(column(id, "name"));
        return { kind: "typedef", spelling, isConst, isVolatile, name, underlying: typeOf(target) };
      }
      default:
        return { kind: "other", spelling, isConst, isVolatile };
    }
  }
}

/** As GCC and sources write them: clang's own word is an attribute with a number. */
const withSegments = (spelling: string) =>
  spelling.includes("address_space(")
    ? spelling.replace(/__attribute__\(\(address_space\((25[67])\)\)\)/g, (_, space) =>
        space === "256" ? "__seg_gs" : "__seg_fs",
      )
    : spelling;

/** `struct (unnamed struct at a.c:1:1)`, as clang said it before 22, which says `struct (unnamed at a.c:1:1)`. */
const withTags = (spelling: string) =>
  spelling.includes("(unnamed at ")
    ? spelling.replace(/\b(struct|union|class|enum) \(unnamed at /g, "$1 (unnamed $1 at ")
    : spelling;

function decay(types: readonly Type[], id: TypeId): Type | undefined {
  let resolved = types[id] as Type;
  while (resolved.kind === "typedef") resolved = types[resolved.underlying] as Type;
  if (resolved.kind !== "array") return undefined;
  const element = types[resolved.of] as Type;
  return {
    kind: "pointer",
    to: resolved.of,
    spelling: pointerSpelling(resolved.spelling, element.spelling),
    isConst: false,
    isVolatile: false,
    ...(element.nameless ? { nameless: true } : {}),
  };
}

/** `int[3]` gives `int *`, `int[3][4]` gives `int (*)[4]`, `void (*[3])(int)` gives `void (**)(int)`. */
function pointerSpelling(array: string, element: string): string {
  const bracket = array.indexOf("[");
  if (bracket === -1) return `${element} *`;
  const before = array.slice(0, bracket).trimEnd();
  const after = array.slice(array.indexOf("]", bracket) + 1);
  if (after.startsWith("[") || after.startsWith("(")) return `${before} (*)${after}`;
  return `${before}${before.endsWith("*") ? "" : " "}*${after}`;
}

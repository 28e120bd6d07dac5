/** Types of debug information as the matcher knows them: one table for the whole image, each type in it once. */
import type { Type, TypeId } from "../../model/index.js";
import { lookUp } from "../../model/index.js";
import { AT, arrayDimensions, type DebugInfo, type EntryId, TAG } from "../../object-code/index.js";

export interface TypeTable {
  readonly types: readonly Type[];
  /** Undefined is `void`. */
  of(entry: EntryId | undefined): TypeId;
  function(
    result: EntryId | undefined,
    parameters: readonly (EntryId | undefined)[],
    variadic: boolean,
  ): TypeId;
  /** What nothing is known of. */
  readonly unknown: TypeId;
}

const QUALIFIERS: Partial<Record<number, "const" | "volatile" | "">> = {
  [TAG.const_type]: "const",
  [TAG.volatile_type]: "volatile",
  [TAG.restrict_type]: "",
  [TAG.atomic_type]: "",
};
const KEYWORDS: Partial<Record<number, string>> = {
  [TAG.structure_type]: "struct",
  [TAG.union_type]: "union",
  [TAG.class_type]: "class",
  [TAG.enumeration_type]: "enum",
};
/** Compilers of C spell the integers at length; people and libclang don't. */
const SHORTER: Readonly<Record<string, string>> = {
  "long int": "long",
  "short int": "short",
  "long long int": "long long",
  "long unsigned int": "unsigned long",
  "short unsigned int": "unsigned short",
  "long long unsigned int": "unsigned long long",
  "__int128 unsigned": "unsigned __int128",
  "complex float": "_Complex float",
  "complex double": "_Complex double",
  "complex long double": "_Complex long double",
};

/** Clang names all complex numbers alike. */
function floats(name: string, size: number): string {
  if (name !== "complex") return name;
  return `_Complex ${size <= 8 ? "float" : size <= 16 ? "double" : "long double"}`;
}

export function createTypeTable(debug: DebugInfo): TypeTable {
  const types: Type[] = [];
  const byKey = new Map<string, TypeId>();
  const byEntry = new Map<EntryId, TypeId>();
  const intern = (type: Type): TypeId => {
    const key = JSON.stringify(type);
    let id = byKey.get(key);
    if (id === undefined) {
      id = types.push(type) - 1;
      byKey.set(key, id);
    }
    return id;
  };
  const plain = { isConst: false, isVolatile: false };
  const voidType = intern({ kind: "builtin", spelling: "void", ...plain });
  const unknown = intern({ kind: "other", spelling: "?", nameless: true, ...plain });
  const spelling = (id: TypeId) => (types[id] as Type).spelling;
  const makeFunction = (result: TypeId, parameters: readonly TypeId[], variadic: boolean) => {
    const list = [...parameters.map(spelling), ...(variadic ? ["..."] : [])].join(", ");
    const text = `${spelling(result)} (${list === "" ? "void" : list})`;
    return intern({ kind: "function", result, parameters, variadic, spelling: text, ...plain });
  };
  const of = (entry: EntryId | undefined): TypeId => {
    if (entry === undefined) return voidType;
    const known = byEntry.get(entry);
    if (known !== undefined) return known;
    // A type that is met again while it is made is a part of itself: only through a name, so it is not looked into.
    byEntry.set(entry, unknown);
    const id = make(entry);
    byEntry.set(entry, id);
    return id;
  };
  const make = (declared: EntryId): TypeId => {
    // In a unit of its own, of which only the signature is said here.
    const entry = debug.entry(declared, AT.signature) ?? declared;
    const tag = debug.entries.tags[entry] as number;
    const name = debug.text(entry, AT.name) ?? "";
    const inner = () => of(debug.entry(entry, AT.type));
    const qualifier = QUALIFIERS[tag];
    if (qualifier !== undefined) return qualified(types, inner(), qualifier, intern);
    const keyword = KEYWORDS[tag];
    if (keyword !== undefined) {
      const usr = `c:@${keyword}@${name}`;
      const kind = tag === TAG.enumeration_type ? "enum" : "record";
      return name === ""
        ? intern({
            kind,
            name: "",
            usr: `${usr}${entry}`,
            spelling: `${keyword} (unnamed)`,
            nameless: true,
            ...plain,
          })
        : intern({ kind, name, usr, spelling: `${keyword} ${name}`, ...plain });
    }
    switch (tag) {
      case TAG.base_type:
        return intern({
          kind: "builtin",
          spelling: lookUp(SHORTER, name) ?? floats(name, debug.number(entry, AT.byte_size) ?? 0),
          ...plain,
        });
      case TAG.typedef:
        return intern({ kind: "typedef", name, underlying: inner(), spelling: name, ...plain });
      case TAG.pointer_type: {
        const to = inner();
        return intern({ kind: "pointer", to, spelling: `${spelling(to)} *`, ...plain });
      }
      case TAG.array_type: {
        const sizes = arrayDimensions(debug, entry);
        return sizes.reduceRight<TypeId>(
          (of, size) =>
            intern({
              kind: "array",
              of,
              ...(size === undefined ? {} : { size }),
              spelling: `${spelling(of)}[${size ?? ""}]`,
              ...plain,
            }),
          inner(),
        );
      }
      case TAG.subroutine_type: {
        const children = debug.entries.childrenOf(entry);
        const parameters = children.filter((child) => debug.entries.tags[child] === TAG.formal_parameter);
        const variadic = children.some((child) => debug.entries.tags[child] === TAG.unspecified_parameters);
        return makeFunction(
          inner(),
          parameters.map((child) => of(debug.entry(child, AT.type))),
          variadic,
        );
      }
      default:
        return unknown;
    }
  };
  return {
    ...{ types, of, unknown },
    function: (result, parameters, variadic) => makeFunction(of(result), parameters.map(of), variadic),
  };
}

function qualified(
  types: readonly Type[],
  id: TypeId,
  qualifier: "const" | "volatile" | "",
  intern: (type: Type) => TypeId,
): TypeId {
  const type = types[id] as Type;
  if (qualifier === "") return id;
  const spelling = type.kind === "pointer" ? `${type.spelling}${qualifier}` : `${qualifier} ${type.spelling}`;
  return intern({
    ...type,
    spelling,
    isConst: type.isConst || qualifier === "const",
    isVolatile: type.isVolatile || qualifier === "volatile",
  });
}

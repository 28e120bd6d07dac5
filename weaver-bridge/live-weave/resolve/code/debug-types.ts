/** Types of debug information as the matcher knows them: one table for the whole image, each type in it once. */
import { lookUp, type Type, type TypeId } from "../../../model/index.js";
import { AT, arrayDimensions, type DebugInfo, type EntryId, TAG } from "../../../object-code/index.js";

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
  const table = new DebugTypes(debug);
  return {
    ...{ types: table.types, unknown: table.unknown },
    of: (entry) => table.of(entry),
    function: (result, parameters, variadic) =>
      table.function(
        table.of(result),
        parameters.map((parameter) => table.of(parameter)),
        variadic,
      ),
  };
}

const PLAIN = { isConst: false, isVolatile: false };

class DebugTypes {
  readonly types: Type[] = [];
  private readonly byKey = new Map<string, TypeId>();
  private readonly byEntry = new Map<EntryId, TypeId>();
  private readonly void = this.intern({ kind: "builtin", spelling: "void", ...PLAIN });
  readonly unknown = this.intern({ kind: "other", spelling: "?", nameless: true, ...PLAIN });

  constructor(private readonly debug: DebugInfo) {}

  of(entry: EntryId | undefined): TypeId {
    if (entry === undefined) return this.void;
    const known = this.byEntry.get(entry);
    if (known !== undefined) return known;
    // A type that is met again while it is made is a part of itself: only through a name, so it is not looked into.
    this.byEntry.set(entry, this.unknown);
    const id = this.make(entry);
    this.byEntry.set(entry, id);
    return id;
  }

  function(result: TypeId, parameters: readonly TypeId[], variadic: boolean): TypeId {
    const list = [...parameters.map((id) => this.spelling(id)), ...(variadic ? ["..."] : [])].join(", ");
    const spelling = `${this.spelling(result)} (${list === "" ? "void" : list})`;
    return this.intern({ kind: "function", result, parameters, variadic, spelling, ...PLAIN });
  }

  private intern(type: Type): TypeId {
    const key = JSON.stringify(type);
    let id = this.byKey.get(key);
    if (id === undefined) {
      id = this.types.push(type) - 1;
      this.byKey.set(key, id);
    }
    return id;
  }

  private spelling(id: TypeId): string {
    return (this.types[id] as Type).spelling;
  }

  private make(declared: EntryId): TypeId {
    const { debug } = this;
    // In a unit of its own, of which only the signature is said here.
    const entry = debug.entry(declared, AT.signature) ?? declared;
    const tag = debug.entries.tags[entry] as number;
    const inner = () => this.of(debug.entry(entry, AT.type));
    const qualifier = QUALIFIERS[tag];
    if (qualifier !== undefined) return this.qualified(inner(), qualifier);
    const keyword = KEYWORDS[tag];
    const name = debug.text(entry, AT.name) ?? "";
    if (keyword !== undefined) return this.tagged(entry, keyword, name);
    switch (tag) {
      case TAG.base_type: {
        const spelling = lookUp(SHORTER, name) ?? floats(name, debug.number(entry, AT.byte_size) ?? 0);
        return this.intern({ kind: "builtin", spelling, ...PLAIN });
      }
      case TAG.typedef:
        return this.intern({ kind: "typedef", name, underlying: inner(), spelling: name, ...PLAIN });
      case TAG.pointer_type: {
        const to = inner();
        return this.intern({ kind: "pointer", to, spelling: `${this.spelling(to)} *`, ...PLAIN });
      }
      case TAG.array_type:
        return this.array(inner(), arrayDimensions(debug, entry));
      case TAG.subroutine_type:
        return this.subroutine(inner(), entry);
      default:
        return this.unknown;
    }
  }

  private qualified(id: TypeId, qualifier: "const" | "volatile" | ""): TypeId {
    if (qualifier === "") return id;
    const type = this.types[id] as Type;
    const isPointer = type.kind === "pointer";
    return this.intern({
      ...type,
      spelling: isPointer ? `${type.spelling}${qualifier}` : `${qualifier} ${type.spelling}`,
      isConst: type.isConst || qualifier === "const",
      isVolatile: type.isVolatile || qualifier === "volatile",
    });
  }

  private tagged(entry: EntryId, keyword: string, name: string): TypeId {
    const usr = `c:@${keyword}@${name}`;
    const kind = keyword === "enum" ? "enum" : "record";
    if (name !== "") return this.intern({ kind, name, usr, spelling: `${keyword} ${name}`, ...PLAIN });
    const spelling = `${keyword} (unnamed)`;
    return this.intern({ kind, name, usr: `${usr}${entry}`, spelling, nameless: true, ...PLAIN });
  }

  /** Outermost dimension first; undefined where it has no size. */
  private array(element: TypeId, sizes: readonly (number | undefined)[]): TypeId {
    return sizes.reduceRight<TypeId>(
      (of, size) =>
        this.intern({
          kind: "array",
          of,
          ...(size === undefined ? {} : { size }),
          spelling: `${this.spelling(of)}[${size ?? ""}]`,
          ...PLAIN,
        }),
      element,
    );
  }

  private subroutine(result: TypeId, entry: EntryId): TypeId {
    const { tags } = this.debug.entries;
    const children = this.debug.entries.childrenOf(entry);
    const parameters = children.filter((child) => tags[child] === TAG.formal_parameter);
    return this.function(
      result,
      parameters.map((child) => this.of(this.debug.entry(child, AT.type))),
      children.some((child) => tags[child] === TAG.unspecified_parameters),
    );
  }
}

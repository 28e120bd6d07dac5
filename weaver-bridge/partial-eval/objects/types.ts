/** Types of a unit as far as values need them: what a typedef stands for, which members a struct has, how long an array is. */
import { type ClangNode, type ClangType, spelledType } from "../tree/clang-tree.js";
import { enumerationType } from "./enumerations.js";
import { type IntegerType, integerType } from "./integers.js";

export interface TypeTable {
  readonly integer: (type: ClangType | string | undefined) => IntegerType | undefined;
  /** Without qualifiers and typedefs. */
  readonly canonical: (type: ClangType | string | undefined) => string;
  readonly isPointer: (type: ClangType | string | undefined) => boolean;
  /** Of `T *` or `T [n]`, canonical. */
  readonly element: (type: ClangType | string | undefined) => string;
  readonly length: (type: ClangType | string | undefined) => bigint | undefined;
  /** `undefined` where not all is known. */
  readonly members: (type: string) => readonly Member[] | undefined;
  /** Type of a member, also of unions. */
  readonly member: (type: string, name: string) => string | undefined;
  readonly memberNames: (type: string) => readonly string[];
  /** A struct or a union; the former also where only its name is known. */
  readonly isRecord: (type: string) => boolean;
  readonly isUnion: (type: string) => boolean;
  /** Bytes. */
  readonly size: (type: string) => bigint | undefined;
  /** Bytes from the begin of a struct or a union. */
  readonly offset: (type: string, member: string) => bigint | undefined;
  /** Of a function's own structs: what it declares together. False where a tag means another one already. */
  readonly addLocal: (declared: readonly ClangNode[]) => boolean;
}

/** As clang calls a struct that has no name: by its place. */
export const UNNAMED = /\((?:unnamed|anonymous)[^()]*\)/;
export const nameOfUnnamed = (text: string) => `unnamed${text.replace(/^.* at /, "").replace(/\W+/g, "_")}`;

/** Of a canonical type; where a typedef is its only name, that is looked up. */
const TAGGED = /^(?:struct|union) \w+$/;

/** `typedef enum { … } T;` */
const isUnnamedEnum = ({ inner = [] }: ClangNode): boolean =>
  inner.some(({ ownedTagDecl }) => ownedTagDecl?.kind === "EnumDecl" && (ownedTagDecl.name ?? "") === "");

interface Member {
  readonly name: string;
  readonly type: string;
}

interface Layout {
  readonly size: bigint;
  readonly align: bigint;
  /** Of members. */
  readonly offsets?: ReadonlyMap<string, bigint>;
}

export function typeTable(declared: readonly ClangNode[], longBits: 32 | 64): TypeTable {
  const named = nothingNamed();
  collect(declared, named);
  const known = new Map<string, string>();
  const stored = new Map<ClangNode, IntegerType | undefined>();
  const storedAs = (enumeration: ClangNode) => {
    if (!stored.has(enumeration)) stored.set(enumeration, enumerationType(enumeration, longBits));
    return stored.get(enumeration);
  };
  const canonical = (type: ClangType | string | undefined): string => {
    const spelled = typeof type === "string" ? type : spelledType(type);
    const before = known.get(spelled) ?? canonicalText(spelled, named.typedefs);
    known.set(spelled, before);
    return before;
  };
  const integer = (type: ClangType | string | undefined) => {
    const spelled = typeof type === "string" ? type : `${type?.qualType} ${type?.desugaredQualType}`;
    if (/\bvolatile\b|_Atomic/.test(spelled)) return undefined;
    const meant = canonical(type);
    const enumeration = named.enumerations.get(meant.replace(/(?<!\w)(?:\w+::)+/, ""));
    return enumeration === undefined ? integerType(meant, longBits) : storedAs(enumeration);
  };
  const shapes = shapesOf(canonical);
  const recordOf = (type: string) => named.records.get(canonical(type));
  const isPlaced = (field: ClangNode) => isPlacedByType(field, named);
  const layout = layoutsOf({ ...shapes, integer, recordOf, isPlaced, word: BigInt(longBits / 8) });
  return {
    ...{ integer, canonical },
    ...shapes,
    ...membersOf(recordOf),
    isRecord: (type) => TAGGED.test(canonical(type)) || recordOf(type) !== undefined,
    isUnion: (type) => /\bunion\b/.test(canonical(type)) || recordOf(type)?.tagUsed === "union",
    size: (type) => layout(type)?.size,
    offset: (type, member) => layout(canonical(type))?.offsets?.get(member),
    addLocal: (own) => {
      const local = nothingNamed();
      collect(own, local);
      const kinds = ["records", "enumerations"] as const;
      const isOther = (kind: (typeof kinds)[number]) =>
        [...local[kind]].some(([tag, one]) => (named[kind].get(tag) ?? one) !== one);
      if (kinds.some(isOther)) return false;
      for (const [name, type] of local.typedefs) {
        if ((named.typedefs.get(name) ?? type) !== type) return false;
        named.typedefs.set(name, type);
        known.delete(name);
      }
      for (const name of local.aligned) named.aligned.add(name);
      for (const kind of kinds) for (const [tag, one] of local[kind]) named[kind].set(tag, one);
      return true;
    },
  };
}

interface Named {
  readonly typedefs: Map<string, string>;
  readonly records: Map<string, ClangNode>;
  readonly enumerations: Map<string, ClangNode>;
  /** Typedefs that say where in memory their objects may stand. */
  readonly aligned: Set<string>;
}

const nothingNamed = (): Named => ({
  ...{ typedefs: new Map(), records: new Map(), enumerations: new Map() },
  aligned: new Set(),
});

const says = ({ inner = [] }: ClangNode, kinds: RegExp): boolean =>
  inner.some(({ kind }) => kinds.test(kind));

const wordsIn = ({ type }: ClangNode): readonly string[] =>
  `${type?.qualType} ${type?.desugaredQualType}`.match(/\w+/g) ?? [];

/** A member that stands where its type alone puts it. */
const isPlacedByType = (field: ClangNode, { aligned }: Named): boolean =>
  !says(field, /^(Aligned|Packed)Attr$/) && !wordsIn(field).some((word) => aligned.has(word));

function collect(nodes: readonly ClangNode[], named: Named): void {
  const { typedefs, records, aligned } = named;
  collectEnumerations(nodes, named);
  let unnamed: ClangNode | undefined;
  for (const node of nodes) {
    if (node.kind === "TypedefDecl" && node.name !== undefined) {
      typedefs.set(node.name, isUnnamedEnum(node) ? `enum ${node.name}` : spelledType(node.type));
      if (says(node, /^AlignedAttr$/) || wordsIn(node).some((word) => aligned.has(word)))
        aligned.add(node.name);
    }
    if (node.kind === "RecordDecl" && node.inner !== undefined) {
      if (node.name !== undefined && node.inner.some(({ kind }) => kind === "FieldDecl"))
        records.set(`${node.tagUsed ?? "struct"} ${node.name}`, node);
      collect(node.inner, named);
      unnamed = node.name === undefined ? node : undefined;
    } else if (unnamed !== undefined) {
      const name = nameOf(unnamed, node);
      if (name !== undefined) records.set(name, unnamed);
    }
  }
}

/** Of a struct without a tag, by what is declared with it; where a typedef is its only name clang calls it so. */
function nameOf({ tagUsed = "struct" }: ClangNode, { kind, name, type }: ClangNode): string | undefined {
  const [meant] = UNNAMED.exec(spelledType(type)) ?? [];
  if (meant !== undefined) return `${tagUsed} ${nameOfUnnamed(meant)}`;
  return kind === "TypedefDecl" && spelledType(type) === name ? name : undefined;
}

function collectEnumerations(nodes: readonly ClangNode[], { enumerations }: Named): void {
  let unnamed: ClangNode | undefined;
  for (const node of nodes) {
    const { kind, name, inner, fixedUnderlyingType } = node;
    if (kind === "EnumDecl") {
      const isWhole = inner !== undefined || fixedUnderlyingType !== undefined;
      if (isWhole && name !== undefined) enumerations.set(`enum ${name}`, node);
      unnamed = isWhole && name === undefined ? node : undefined;
    } else if (unnamed !== undefined) {
      const [meant] = UNNAMED.exec(spelledType(node.type)) ?? [];
      const tag = isUnnamedEnum(node) ? name : meant && nameOfUnnamed(meant);
      if (tag !== undefined) enumerations.set(`enum ${tag}`, unnamed);
      unnamed = undefined;
    }
  }
}

function canonicalText(spelled: string, typedefs: ReadonlyMap<string, string>): string {
  let text = spelled
    .replace(/(?<!\w|\w::)(?:\w+::)+(?=\()/g, "")
    .replace(UNNAMED, nameOfUnnamed)
    .replace(/\b(?:const|restrict|__restrict)\b/g, "")
    .replace(/\s+/g, " ")
    .trim();
  for (let round = 0; round < 20; round++) {
    const [, name = ""] = /^([A-Za-z_]\w*)(?![\w(])/.exec(text) ?? [];
    const meant = typedefs.get(name);
    if (meant === undefined || meant === name) break;
    const rest = text.slice(name.length);
    // `T *` of a T that is an array or a function can't be put together as text.
    if (/[[(]/.test(meant) && rest.trim() !== "") break;
    text = `${meant.replace(/\bconst\b/g, "").trim()}${rest}`.replace(/\s+/g, " ");
  }
  return text
    .replace(/(?:(?<!\s)\s+)?\*\s*/g, " *")
    .replace(/\* \*/g, "**")
    .trim();
}

type Shapes = Pick<TypeTable, "isPointer" | "element" | "length">;

/** What a type's text tells. */
function shapesOf(canonical: TypeTable["canonical"]): Shapes {
  return {
    isPointer: (type) => {
      const text = canonical(type);
      return text.endsWith("*") || /\(\s*\*\s*\)/.test(text);
    },
    element: (type) => {
      const text = canonical(type);
      const array = /^((?:[^[(]*[^[(\s])?)\s*\[\d*\]((?:\[\d+\])*)$/.exec(text);
      if (array !== null) return canonical(`${array[1]}${array[2]}`);
      const rows = /^((?:[^[(]*[^[(\s])?)\s*\(\s*\*\s*\)((?:\[\d+\])+)$/.exec(text);
      if (rows !== null) return canonical(`${rows[1]}${rows[2]}`);
      return text.endsWith("*") ? canonical(text.slice(0, -1)) : "";
    },
    length: (type) => {
      const text = canonical(type);
      const found = /^[^[(]*\[(\d+)\]/.exec(text)?.[1] ?? /^[^[]*\(\*\[(\d+)\]\)/.exec(text)?.[1];
      return found === undefined ? undefined : BigInt(found);
    },
  };
}

function membersOf(
  recordOf: (type: string) => ClangNode | undefined,
): Pick<TypeTable, "members" | "member" | "memberNames"> {
  const fieldsOf = (type: string) =>
    recordOf(type)?.inner?.filter(({ kind, name }) => kind === "FieldDecl" && name !== undefined) ?? [];
  return {
    members: (type) => {
      const record = recordOf(type);
      if (record === undefined || record.tagUsed === "union") return undefined;
      const fields = record.inner?.filter(({ kind }) => kind === "FieldDecl") ?? [];
      if (fields.some(({ name }) => name === undefined)) return undefined;
      return fields.map((field) => ({ name: field.name as string, type: spelledType(field.type) }));
    },
    member: (type, name) => fieldsOf(type).find((one) => one.name === name)?.type?.qualType,
    memberNames: (type) => fieldsOf(type).map(({ name = "" }) => name),
  };
}

interface Measured extends Shapes, Pick<TypeTable, "integer"> {
  readonly recordOf: (type: string) => ClangNode | undefined;
  readonly isPlaced: (field: ClangNode) => boolean;
  /** Bytes. */
  readonly word: bigint;
}

function layoutsOf({ integer, isPointer, length, element, recordOf, isPlaced, word }: Measured) {
  const layout = (type: string): Layout | undefined => {
    const number = integer(type);
    if (number !== undefined) {
      const bytes = BigInt(number.bits / 8);
      return { size: bytes, align: bytes > word ? word : bytes };
    }
    if (isPointer(type)) return { size: word, align: word };
    if (type === "float") return { size: 4n, align: 4n };
    if (type === "double") return { size: 8n, align: word };
    const count = length(type);
    if (count !== undefined) {
      const one = layout(element(type));
      return one === undefined ? undefined : { size: one.size * count, align: one.align };
    }
    const record = recordOf(type);
    return record?.inner?.every(isPlaced) === true ? recordLayout(record, layout) : undefined;
  };
  return layout;
}

function recordLayout(record: ClangNode, layout: (type: string) => Layout | undefined): Layout | undefined {
  const fields = record.inner?.filter(({ kind }) => !/^(Record|Enum|IndirectField)Decl$/.test(kind));
  const isPlain = fields?.every(({ kind, isBitfield }) => kind === "FieldDecl" && isBitfield !== true);
  if (fields === undefined || isPlain !== true) return undefined;
  const isUnion = record.tagUsed === "union";
  const offsets = new Map<string, bigint>();
  let at = 0n;
  let align = 1n;
  for (const field of fields) {
    const one = layout(spelledType(field.type));
    if (one === undefined) return undefined;
    const begin = isUnion ? 0n : ((at + one.align - 1n) / one.align) * one.align;
    if (field.name !== undefined) offsets.set(field.name, begin);
    const end = begin + one.size;
    at = end > at ? end : at;
    align = one.align > align ? one.align : align;
  }
  return { size: ((at + align - 1n) / align) * align, align, offsets };
}

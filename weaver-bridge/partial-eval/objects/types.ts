/** Types of a unit as far as values need them: what a typedef stands for, which members a struct has, how long an array is. */
import { type ClangNode, type ClangType, spelledType } from "../tree/clang-tree.js";
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
  /** Bytes. */
  readonly size: (type: string) => bigint | undefined;
}

/** As clang calls a struct that has no name: by its place. */
const UNNAMED = /\((?:unnamed|anonymous)[^()]*\)/;
const nameOfUnnamed = (text: string) => `unnamed${text.replace(/^.* at /, "").replace(/\W+/g, "_")}`;

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
}

export function typeTable(declared: readonly ClangNode[], longBits: 32 | 64): TypeTable {
  const typedefs = new Map<string, string>();
  const records = new Map<string, ClangNode>();
  const collect = (nodes: readonly ClangNode[]) => {
    let unnamed: ClangNode | undefined;
    for (const node of nodes) {
      if (node.kind === "TypedefDecl" && node.name !== undefined)
        typedefs.set(node.name, isUnnamedEnum(node) ? `enum ${node.name}` : spelledType(node.type));
      if (node.kind === "RecordDecl" && node.inner !== undefined) {
        if (node.name !== undefined && node.inner.some(({ kind }) => kind === "FieldDecl"))
          records.set(`${node.tagUsed ?? "struct"} ${node.name}`, node);
        collect(node.inner);
        unnamed = node.name === undefined ? node : undefined;
      } else if (unnamed !== undefined) {
        const [meant] = UNNAMED.exec(spelledType(node.type)) ?? [];
        if (meant !== undefined)
          records.set(`${unnamed.tagUsed ?? "struct"} ${nameOfUnnamed(meant)}`, unnamed);
      }
    }
  };
  collect(declared);

  const known = new Map<string, string>();
  const canonical = (type: ClangType | string | undefined): string => {
    const spelled = typeof type === "string" ? type : spelledType(type);
    const before = known.get(spelled);
    if (before !== undefined) return before;
    let text = spelled
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
    text = text
      .replace(/\s*\*\s*/g, " *")
      .replace(/\* \*/g, "**")
      .trim();
    known.set(spelled, text);
    return text;
  };
  const isPointer = (type: ClangType | string | undefined) => {
    const text = canonical(type);
    return text.endsWith("*") || /\(\s*\*\s*\)/.test(text);
  };
  const element = (type: ClangType | string | undefined) => {
    const text = canonical(type);
    const array = /^([^[(]*?)\s*\[\d*\]((?:\[\d+\])*)$/.exec(text);
    if (array !== null) return canonical(`${array[1]}${array[2]}`);
    const rows = /^([^[(]*?)\s*\(\s*\*\s*\)((?:\[\d+\])+)$/.exec(text);
    if (rows !== null) return canonical(`${rows[1]}${rows[2]}`);
    return text.endsWith("*") ? canonical(text.slice(0, -1)) : "";
  };
  const length = (type: ClangType | string | undefined) => {
    const text = canonical(type);
    const found = /^[^[(]*\[(\d+)\]/.exec(text)?.[1] ?? /^[^[]*\(\*\[(\d+)\]\)/.exec(text)?.[1];
    return found === undefined ? undefined : BigInt(found);
  };
  const members = (type: string) => {
    const record = records.get(canonical(type));
    if (record === undefined || record.tagUsed === "union") return undefined;
    const fields = record.inner?.filter(({ kind }) => kind === "FieldDecl") ?? [];
    if (fields.some(({ name }) => name === undefined)) return undefined;
    return fields.map((field) => ({ name: field.name as string, type: spelledType(field.type) }));
  };
  const fieldsOf = (type: string) =>
    records
      .get(canonical(type))
      ?.inner?.filter(({ kind, name }) => kind === "FieldDecl" && name !== undefined) ?? [];
  const member = (type: string, name: string) =>
    fieldsOf(type).find((one) => one.name === name)?.type?.qualType;
  const memberNames = (type: string) => fieldsOf(type).map(({ name = "" }) => name);
  const integer = (type: ClangType | string | undefined) => {
    const spelled = typeof type === "string" ? type : `${type?.qualType} ${type?.desugaredQualType}`;
    return /\bvolatile\b|_Atomic/.test(spelled) ? undefined : integerType(canonical(type), longBits);
  };
  const layout = (type: string): Layout | undefined => {
    const number = integer(type);
    const word = BigInt(longBits / 8);
    if (number !== undefined) {
      const bytes = BigInt(number.bits / 8);
      return { size: bytes, align: bytes > word ? word : bytes };
    }
    if (isPointer(type)) return { size: word, align: word };
    const count = length(type);
    if (count !== undefined) {
      const one = layout(element(type));
      return one === undefined ? undefined : { size: one.size * count, align: one.align };
    }
    const record = records.get(canonical(type));
    const isPlain = record?.inner?.every(
      ({ kind, isBitfield }) => kind === "FieldDecl" && isBitfield !== true,
    );
    if (record === undefined || isPlain !== true || record.tagUsed === "union") return undefined;
    let at = 0n;
    let align = 1n;
    for (const field of record.inner ?? []) {
      const one = layout(spelledType(field.type));
      if (one === undefined) return undefined;
      at = ((at + one.align - 1n) / one.align) * one.align + one.size;
      align = one.align > align ? one.align : align;
    }
    return { size: ((at + align - 1n) / align) * align, align };
  };
  return {
    integer,
    canonical,
    isPointer,
    element,
    length,
    members,
    member,
    memberNames,
    size: (type) => layout(type)?.size,
  };
}

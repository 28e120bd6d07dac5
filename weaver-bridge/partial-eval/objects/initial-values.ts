/** Initial values of an aggregate, member by member: what is not written is zero. */
import { bare, type ClangNode, partsOf } from "../tree/clang-tree.js";
import type { TypeTable } from "./types.js";
import type { Path } from "./values.js";

export interface InitialValue {
  readonly path: Path;
  readonly type: string;
  /** Zero without it. */
  readonly node?: ClangNode;
  readonly value?: bigint;
}

const MOST = 4096;

/** `undefined` where the type is not understood, or the object is too large. */
export function initialValues(
  type: string,
  node: ClangNode | undefined,
  types: TypeTable,
  /** Of a union what is given is told, and of what is not given nothing. */
  hasUnions = false,
): InitialValue[] | undefined {
  const found: InitialValue[] = [];
  const add = (one: InitialValue) => found.push(one) <= MOST;
  const visit = (at: string, from: ClangNode | undefined, path: Path): boolean => {
    const given = from === undefined ? undefined : bare(from);
    const isZero = given === undefined || given.kind === "ImplicitValueInitExpr";
    const length = types.length(at);
    if (length !== undefined && !types.isPointer(at)) {
      if (length > BigInt(MOST)) return false;
      const element = types.element(at);
      const characters = given?.kind === "StringLiteral" ? charactersOf(given) : undefined;
      if (given?.kind === "StringLiteral" && characters === undefined) return false;
      if (!isZero && given.kind !== "InitListExpr" && characters === undefined) return false;
      const parts = isZero || characters !== undefined ? [] : partsOf(given);
      const single = parts.length === 1 ? bare(parts[0] as ClangNode) : undefined;
      if (single?.kind === "StringLiteral" && types.integer(element)?.bits === 8)
        return visit(at, single, path);
      for (let index = 0; index < Number(length); index++) {
        const next = [...path, BigInt(index)];
        const code = characters?.[index];
        if (code !== undefined) {
          if (!add({ path: next, type: element, value: BigInt.asIntN(8, BigInt(code)) })) return false;
        } else if (!visit(element, parts[index], next)) return false;
      }
      return true;
    }
    if (types.integer(at) !== undefined || types.isPointer(at))
      return add({ path, type: types.canonical(at), ...(isZero ? {} : { node: from as ClangNode }) });
    const [only] = given === undefined || given.field?.name === undefined ? [] : partsOf(given);
    const chosen = hasUnions && only !== undefined ? types.member(at, given?.field?.name ?? "") : undefined;
    if (chosen !== undefined) return visit(chosen, only, [...path, given?.field?.name ?? ""]);
    if (hasUnions && isZero && /^union /.test(types.canonical(at))) return true;
    const members = types.members(at);
    if (members === undefined || (!isZero && given.kind !== "InitListExpr")) return false;
    const parts = isZero ? [] : partsOf(given);
    return members.every((member, index) => visit(member.type, parts[index], [...path, member.name]));
  };
  return visit(type, node, []) ? found : undefined;
}

/** With the final zero; `undefined` for what is no string of bytes. */
export function charactersOf({ value }: ClangNode): number[] | undefined {
  const inner = /^"((?:[^"\\]|\\.)*)"$/s.exec(String(value ?? ""))?.[1];
  if (inner === undefined) return undefined;
  const codes: number[] = [];
  for (const [, plain, octal, hex, named] of inner.matchAll(
    /([^\\])|\\([0-7]{1,3})|\\x([0-9a-fA-F]+)|\\(.)/gs,
  )) {
    if (plain !== undefined) codes.push(...new TextEncoder().encode(plain));
    else if (octal !== undefined) codes.push(Number.parseInt(octal, 8) & 255);
    else if (hex !== undefined) codes.push(Number.parseInt(hex, 16) & 255);
    else codes.push(ESCAPES[named as string] ?? (named as string).charCodeAt(0));
  }
  return [...codes, 0];
}

const ESCAPES: Readonly<Record<string, number>> = {
  n: 10,
  t: 9,
  r: 13,
  a: 7,
  b: 8,
  f: 12,
  v: 11,
  e: 27,
};

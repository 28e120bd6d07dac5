/** Initial values of an aggregate, member by member: what is not written is zero. */
import { lookUp } from "../../model/index.js";
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
  const aggregate = new Aggregate(types, hasUnions);
  return aggregate.visit({ type, from: node, path: [] }) ? aggregate.found : undefined;
}

/** A part of it, and what is written for it. */
interface Part {
  readonly type: string;
  readonly from: ClangNode | undefined;
  readonly path: Path;
}

class Aggregate {
  readonly found: InitialValue[] = [];

  constructor(
    private readonly types: TypeTable,
    private readonly hasUnions: boolean,
  ) {}

  /** False for what is not understood, or too much; likewise below. */
  visit(part: Part): boolean {
    const { type, from, path } = part;
    const given = from === undefined ? undefined : bare(from);
    const written = given === undefined || given.kind === "ImplicitValueInitExpr" ? undefined : given;
    if (this.types.isPointer(type) || this.types.length(type) === undefined) {
      if (this.types.integer(type) === undefined && !this.types.isPointer(type))
        return this.visitRecord(part, given, written);
      return this.add({
        ...{ path, type: this.types.canonical(type) },
        ...(written === undefined ? {} : { node: from as ClangNode }),
      });
    }
    return written?.kind === "StringLiteral"
      ? this.visitString(part, written)
      : this.visitArray(part, written);
  }

  private add(one: InitialValue): boolean {
    return this.found.push(one) <= MOST;
  }

  /** Elements, where there are not too many. */
  private eachElement({ type, path }: Part, visit: (path: Path, index: number) => boolean): boolean {
    const length = this.types.length(type) ?? 0n;
    if (length > BigInt(MOST)) return false;
    for (let index = 0; index < Number(length); index++)
      if (!visit([...path, BigInt(index)], index)) return false;
    return true;
  }

  private visitArray(part: Part, written: ClangNode | undefined): boolean {
    if (written !== undefined && written.kind !== "InitListExpr") return false;
    const type = this.types.element(part.type);
    const parts = written === undefined ? [] : partsOf(written);
    const single = parts.length === 1 ? bare(parts[0] as ClangNode) : undefined;
    if (single?.kind === "StringLiteral" && this.types.integer(type)?.bits === 8)
      return this.visitString(part, single);
    return this.eachElement(part, (path, index) => this.visit({ type, from: parts[index], path }));
  }

  private visitString(part: Part, written: ClangNode): boolean {
    const characters = charactersOf(written);
    if (characters === undefined) return false;
    const type = this.types.element(part.type);
    return this.eachElement(part, (path, index) => {
      const code = characters[index];
      return code === undefined
        ? this.visit({ type, from: undefined, path })
        : this.add({ path, type, value: BigInt.asIntN(8, BigInt(code)) });
    });
  }

  private visitRecord(
    { type, path }: Part,
    given: ClangNode | undefined,
    written: ClangNode | undefined,
  ): boolean {
    const name = given?.field?.name;
    const [only] = given === undefined || name === undefined ? [] : partsOf(given);
    const chosen = this.hasUnions && only !== undefined ? this.types.member(type, name ?? "") : undefined;
    if (chosen !== undefined) return this.visit({ type: chosen, from: only, path: [...path, name ?? ""] });
    const isUnion = this.types.isUnion(type);
    if (this.hasUnions && written === undefined && isUnion) return true;
    const members = this.types.members(type);
    if (members === undefined || (written !== undefined && written.kind !== "InitListExpr")) return false;
    const parts = written === undefined ? [] : partsOf(written);
    return members.every((member, index) =>
      this.visit({ type: member.type, from: parts[index], path: [...path, member.name] }),
    );
  }
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
    else codes.push(lookUp(ESCAPES, named as string) ?? (named as string).charCodeAt(0));
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

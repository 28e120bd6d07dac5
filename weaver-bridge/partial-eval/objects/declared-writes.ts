/** What a declaration says that functions write of which nobody looks at the code. */
import { type ClangNode, partsOf, spelledType } from "../tree/clang-tree.js";
import type { Program } from "../tree/program.js";
import type { TypeTable } from "./types.js";

/** As it is said: variables of file scope, and `p->m` of a parameter of the function. */
export interface DeclaredWrites {
  readonly function: string;
  readonly variables: readonly { readonly name: string }[];
}

/** A member of structures of one type, canonical; of a union any member. */
export interface WrittenMember {
  readonly owner: string;
  readonly member: string;
  readonly isUnion: boolean;
}

export interface Written {
  /** Of file scope. */
  readonly variables: readonly string[];
  readonly members: readonly WrittenMember[];
}

/** Undefined of a function that nothing is said of. */
export function writtenBy(
  name: string,
  writes: readonly DeclaredWrites[],
  program: Program,
  types: TypeTable,
): Written | undefined {
  const said = writes.filter((one) => one.function === name);
  if (said.length === 0) return undefined;
  const all = said.flatMap(({ variables }) => variables.map((one) => one.name));
  return {
    variables: all.flatMap((one) => (isMember(one) ? [] : [one])),
    members: all.flatMap((one) => (isMember(one) ? (memberOf(name, one, program, types) ?? []) : [])),
  };
}

/** Why it can't be written, in words. */
export function whyNotWritten(
  callee: string,
  name: string,
  program: Program,
  types: TypeTable,
): string | undefined {
  if (!isMember(name))
    return program.globals.has(name) ? undefined : `there is no variable ${name} of file scope here`;
  const isThere = memberOf(callee, name, program, types) !== undefined;
  return isThere
    ? undefined
    : `${callee} has no parameter that points to a structure with the member ${name}`;
}

const isMember = (name: string): boolean => name.includes("->");

function memberOf(
  callee: string,
  name: string,
  program: Program,
  types: TypeTable,
): WrittenMember | undefined {
  const [parameter, member = ""] = name.split("->");
  const pointedTo = program.declared
    .filter((node) => node.kind === "FunctionDecl" && node.name === callee)
    .flatMap((node) => partsOf(node).filter((part: ClangNode) => part.name === parameter))
    .map(({ type }) => types.element(spelledType(type)));
  const owner = pointedTo.find((type) => types.member(type, member) !== undefined);
  return owner === undefined ? undefined : { owner, member, isUnion: types.isUnion(owner) };
}

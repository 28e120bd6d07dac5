/** What names in a declaration stand for: for completion, hover and definition. Reads the unit's declarations alone. */

import { type TypeTable, typeTable } from "../objects/types.js";
import { type ClangNode, type ClangPlace, partsOf, spelledType } from "../tree/clang-tree.js";
import type { NotePlace } from "../tree/note-place.js";
import type { Program } from "../tree/program.js";

export interface NamedThing {
  readonly name: string;
  /** As the source spells it; of a constant its value. */
  readonly type: string;
}

export interface LookedUp {
  /** `int send_signal(int signal, …)` */
  readonly signature: string;
  readonly function: NotePlace | undefined;
  readonly parameters: readonly NamedThing[];
  /** Of the subject with its path; undefined where there is no such thing. */
  readonly type?: string;
  readonly declared?: NotePlace;
  readonly isPointer: boolean;
  /** What can follow the path. */
  readonly members: readonly NamedThing[];
  readonly globals: readonly NamedThing[];
  readonly enumerators: readonly NamedThing[];
  /** Those that stand for one value, with what they stand for. */
  readonly macros: readonly NamedThing[];
  readonly functions: readonly string[];
}

export interface LookUpQuestion {
  readonly function: string;
  readonly subject?: string | undefined;
  /** As in a fact. */
  readonly path: readonly string[];
}

/** Along `->member`, `.member` and `[3]`: the type there, and where the last name is declared. */
function follow(
  program: Program,
  types: TypeTable,
  variable: ClangNode,
  path: readonly string[],
): { readonly type?: string | undefined; readonly declared?: ReturnType<typeof nameOf> | undefined } {
  let type: string | undefined = variable.type?.qualType ?? "";
  let declared: ReturnType<typeof nameOf> | undefined = nameOf(variable);
  for (const step of path) {
    if (type === undefined) break;
    if (step.startsWith("[")) type = types.element(type);
    else {
      const member = step.replace(/^(->|\.)/, "");
      const record: string = step.startsWith("->") ? types.element(type) : types.canonical(type);
      type = types.member(record, member);
      declared = memberIn(program, record, member);
    }
  }
  return { type, declared };
}

/** Undefined where the unit has no such function. */
export function lookUp(
  program: Program,
  longBits: 32 | 64,
  { function: name, subject, path }: LookUpQuestion,
  macros: readonly NamedThing[] = [],
): LookedUp | undefined {
  const tree = program.functions.get(name);
  if (tree === undefined) return undefined;
  const types = typeTable(program.declared, longBits);
  const parameters = partsOf(tree).filter(({ kind }) => kind === "ParmVarDecl");
  const variable =
    parameters.find((one) => one.name === subject) ??
    (subject === undefined ? undefined : program.globals.get(subject));
  const { type, declared } = variable === undefined ? {} : follow(program, types, variable, path);
  const record = type === undefined ? "" : types.isPointer(type) ? types.element(type) : type;
  return {
    signature: `${(tree.type?.qualType ?? "").replace(/\(.*$/s, "").trim()} ${name}(${parameters.map((one) => `${spelled(one)} ${one.name ?? ""}`.trim()).join(", ")})`,
    function: nameOf(tree),
    parameters: parameters.flatMap(thingOf),
    ...(type === undefined ? {} : { type }),
    ...(declared === undefined ? {} : { declared }),
    isPointer: type !== undefined && types.isPointer(type),
    members: types.memberNames(record).map((one) => ({ name: one, type: types.member(record, one) ?? "" })),
    globals: [...program.globals.values()].flatMap(thingOf),
    enumerators: [...program.enumerators].map(([one, value]) => ({ name: one, type: `${value}` })),
    macros,
    functions: [...program.functions.keys()],
  };
}

const spelled = ({ type }: ClangNode): string => type?.qualType ?? spelledType(type);

function thingOf(node: ClangNode): NamedThing[] {
  return node.name === undefined ? [] : [{ name: node.name, type: spelled(node) }];
}

/** Where its name stands. */
function nameOf({ loc, name = "" }: ClangNode): NotePlace | undefined {
  const place: ClangPlace | undefined = loc?.expansionLoc ?? loc;
  if (place?.offset === undefined) return undefined;
  return { file: place.file ?? "", start: place.offset, end: place.offset + name.length };
}

function memberIn(program: Program, record: string, name: string): NotePlace | undefined {
  const [, tag] = /^(?:struct|union)\s+(\w+)$/.exec(record) ?? [];
  const found = program.declared.find(
    (node) => node.kind === "RecordDecl" && node.name === tag && node.inner !== undefined,
  );
  const field = found?.inner?.find((one) => one.kind === "FieldDecl" && one.name === name);
  return field && nameOf(field);
}

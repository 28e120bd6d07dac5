/** Functions of the unit as what is called: their graphs, and whether one may be followed there. */
import type { LoweredFunction } from "../lower/graph.js";
import { addressTaken } from "../lower/live-variables.js";
import { lowerFunction } from "../lower/lower.js";
import type { Surroundings } from "../objects/surroundings.js";
import { Refusal } from "../refusal.js";
import { bare, type ClangNode, isThere, partsOf, targetOf, variableOf, walk } from "../tree/clang-tree.js";

export interface Callee {
  readonly lowered: LoweredFunction;
  readonly parameters: readonly ClangNode[];
  /** Parameters that keep the value that they are called with. */
  readonly constant: ReadonlySet<string>;
  /** It takes a variable number of arguments. */
  readonly isVariadic: boolean;
}

/** The graph of a function with a body, with its parts known to the surroundings. Throws {@link Refusal}. */
export function prepareFunction(tree: ClangNode, around: Surroundings): Callee {
  const found = prepared.get(tree) ?? prepare(tree, around);
  prepared.set(tree, found);
  around.records.add(tree, found.lowered.records);
  around.addExterns(found.lowered.externs);
  around.addStatics(found.lowered.statics);
  around.addLocals([...found.parameters, ...found.lowered.variables]);
  for (const one of found.lowered.constants) around.addConstant(one);
  return found;
}

/** While somebody types, most functions stay as they are. */
const prepared = new WeakMap<ClangNode, Callee>();

function prepare(tree: ClangNode, around: Surroundings): Callee {
  const parts = partsOf(tree).filter(isThere);
  const body = parts.find(({ kind }) => kind === "CompoundStmt");
  if (body === undefined) throw new Refusal(`${tree.name} has no body in this file`, undefined);
  for (const { referencedDecl, range } of walk(body))
    if (referencedDecl?.kind === "FunctionDecl" && RETURNS_TWICE.test(referencedDecl.name))
      throw new Refusal(`it calls ${referencedDecl.name}, which returns twice`, range?.begin.offset);
  const parameters = parts.filter(({ kind }) => kind === "ParmVarDecl");
  const lowered = lowerFunction(body, {
    mayInline: (call) => mayBeFollowed(call, around),
    spelling: around.spelling,
    isFromRight: around.isFromRight,
  });
  const written = new Set<string>(addressTaken(lowered));
  for (const part of walk(body)) {
    // Whoever hands a list on has no use for it any more (C11 7.16p3).
    const target = part.kind === "VAArgExpr" ? undefined : targetOf(part);
    const id = target === undefined ? undefined : variableOf(target);
    if (id !== undefined) written.add(id);
    if (!/AsmStmt$/.test(part.kind)) continue;
    for (const operand of partsOf(part)) written.add(variableOf(operand) ?? "");
  }
  const constant = new Set(parameters.map(({ id }) => id).filter((id) => !written.has(id)));
  return { lowered, parameters, constant, isVariadic: takesMore(tree) };
}

const RETURNS_TWICE = /^_*(?:sig)?setjmp$|^vfork$|^getcontext$/;

function mayBeFollowed(call: ClangNode, around: Surroundings): boolean {
  const callee = bare(partsOf(call)[0] as ClangNode);
  const inner = callee.kind === "ImplicitCastExpr" ? bare(partsOf(callee)[0] as ClangNode) : callee;
  const name = inner.referencedDecl?.kind === "FunctionDecl" ? inner.referencedDecl.name : undefined;
  return name === undefined || around.program.functions.has(name);
}

/** Why a function is not followed of which the unit has a declaration alone. */
export const NO_BODY = "its body is not in this unit";

/** A function that may be followed where it is called, or why it is not. */
export function followed(name: string, around: Surroundings): Callee | string {
  const tree = around.program.functions.get(name);
  if (tree === undefined) return NO_BODY;
  const hindrance = hindrances.get(tree) ?? hindranceOf(tree, around);
  hindrances.set(tree, hindrance);
  if (hindrance !== "") return hindrance;
  try {
    return prepareFunction(tree, around);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

const hindrances = new WeakMap<ClangNode, string>();

/** Empty where it may be followed. */
function hindranceOf(tree: ClangNode, around: Surroundings): string {
  const strange = takesMore(tree) ? otherWayToMore(tree) : undefined;
  if (strange !== undefined) return strange;
  const [attribute] = /noreturn|\bnoinline\b/.exec(attributesOf(tree)) ?? [];
  if (attribute !== undefined) return `it is declared ${attribute}`;
  // Who writes `inline` wants it elsewhere.
  if (tree.inline === true) return "";
  const assembly = walk(tree).filter(({ kind }) => /AsmStmt$/.test(kind));
  return assembly.every((one) => STANDS_ANYWHERE.test((around.spelling(one) ?? "").replace(/\\[ntr]/g, " ")))
    ? ""
    : "there is assembly in it that may use its frame";
}

/** Assembly without the stack, a way out or a name of its own. */
const STANDS_ANYWHERE =
  /^\s*(?:asm|__asm__|__asm)\b(?![\s\S]*(?:\b[re]?[sb]p\b|\b(?:ret|iret|leave|enter|push|pop)[a-z]*\b|(?<![\w.])[A-Za-z_.]\w*:[^:]))/;

const takesMore = ({ type }: ClangNode): boolean => /\.\.\.\)[^()]*$/.test(type?.qualType ?? "");

/** Its variable arguments are reached without `va_arg`, so they have to stay where they are. */
function otherWayToMore(tree: ClangNode): string | undefined {
  for (const { kind, opcode, referencedDecl, inner = [] } of walk(tree)) {
    const [operand] = inner;
    const taken =
      kind === "UnaryOperator" && opcode === "&" ? operand && bare(operand).referencedDecl : undefined;
    if (taken?.kind === "ParmVarDecl")
      return `it takes a variable number of arguments, and the address of ${taken.name}, behind which they are`;
    if (/^__builtin_(va_arg_pack|apply|next_arg|saveregs)/.test(referencedDecl?.name ?? ""))
      return `it takes a variable number of arguments, and hands them on by ${referencedDecl?.name}`;
  }
  return undefined;
}

function attributesOf(tree: ClangNode): string {
  const given = partsOf(tree).filter(({ kind }) => /Attr$/.test(kind));
  return `${tree.type?.qualType} ${given.map(({ kind }) => kind.toLowerCase()).join(" ")}`;
}

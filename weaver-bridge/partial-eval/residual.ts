/** One declaration applied to one function: facts in, residual C out, with what became of each statement. */
import { type ClangNode, isThere, partsOf, spelledType, walk } from "./clang-tree.js";
import type { Declaration, Fact } from "./declaration.js";
import { integerType, wrap } from "./integers.js";
import { lowerFunction } from "./lower.js";
import { type PrintedLine, printBody } from "./print-residual.js";
import type { Program } from "./program.js";
import { Refusal } from "./refusal.js";
import { type Outcomes, specialize } from "./specialize.js";

export interface Residual {
  /** The whole function, with a final line end. */
  readonly text: string;
  readonly lines: readonly PrintedLine[];
  readonly outcomes: Outcomes;
  readonly notes: readonly string[];
  /** Head of the residual function without a body, and the places of the generic one (bytes). */
  readonly head: string;
  readonly generic: { readonly start: number; readonly body: number };
  readonly parameters: readonly string[];
  readonly isVoid: boolean;
}

export interface ResidualRequest {
  readonly program: Program;
  readonly longBits: 32 | 64;
  readonly declaration: Declaration;
  /** Values of the facts' right sides, in their order. */
  readonly values: readonly bigint[];
}

const RETURNS_TWICE = /^_*(?:sig)?setjmp$|^vfork$|^getcontext$/;

/** Throws {@link Refusal} and {@link DeclarationMistake}. */
export function makeResidual(request: ResidualRequest): Residual {
  const { program, longBits, declaration } = request;
  const tree = program.functions.get(declaration.function);
  if (tree === undefined) throw new Refusal(`there is no function ${declaration.function}`, undefined);
  const source = program.textOf(tree.range?.begin.file ?? "") ?? "";
  const { enumerators } = program;
  const parts = partsOf(tree).filter(isThere);
  const body = parts.find(({ kind }) => kind === "CompoundStmt");
  const parameters = parts.filter(({ kind }) => kind === "ParmVarDecl");
  if (body === undefined) throw new Refusal(`${declaration.function} has no body in this file`, undefined);
  for (const { referencedDecl, range } of walk(body))
    if (referencedDecl?.kind === "FunctionDecl" && RETURNS_TWICE.test(referencedDecl.name))
      throw new Refusal(`it calls ${referencedDecl.name}, which returns twice`, range?.begin.offset);
  const lowered = lowerFunction(body);
  const names = distinctNames(parameters, lowered.variables);
  const start = { variables: new Map<string, bigint>(), members: new Map<string, bigint>() };
  for (const [at, fact] of declaration.facts.entries()) {
    const parameter = parameterOf(fact, parameters);
    const value = request.values[at] as bigint;
    if (fact.members.length > 0) start.members.set([parameter.id, ...fact.members].join("->"), value);
    else start.variables.set(parameter.id, valueFor(fact, parameter, value, longBits));
  }
  const { entry, outcomes, notes } = specialize(
    lowered,
    parameters,
    start,
    { source, longBits, enumerators, names },
    declaration.limits,
  );
  const variables = lowered.variables.map((node) => ({ name: names.get(node.id) ?? node.name ?? "", node }));
  const head = headOf(tree, body, source, declaration);
  const lines = [{ text: head }, { text: "{" }, ...printBody(entry, variables), { text: "}" }];
  return {
    text: `${lines.map(({ text }) => text).join("\n")}\n`,
    lines,
    outcomes,
    notes,
    ...headFacts(tree, body, head, parameters),
  };
}

function headFacts(tree: ClangNode, body: ClangNode, head: string, parameters: readonly ClangNode[]) {
  return {
    head,
    generic: { start: tree.range?.begin.offset ?? 0, body: body.range?.begin.offset ?? 0 },
    parameters: parameters.map(({ name = "" }) => name),
    isVoid: /^void\b(?!\s*\*)/.test(tree.type?.qualType ?? ""),
  };
}

function parameterOf({ subject, offset }: Fact, parameters: readonly ClangNode[]): ClangNode {
  const parameter = parameters.find(({ name }) => name === subject);
  if (parameter !== undefined) return parameter;
  const known = parameters.map(({ name }) => name).join(", ");
  throw new DeclarationMistake(`there is no parameter ${subject}; there are: ${known}`, offset);
}

/** As the comparison in C means it: converted to the parameter's type, where that can be equal at all. */
function valueFor({ subject, offset }: Fact, { type }: ClangNode, value: bigint, longBits: 32 | 64): bigint {
  const integer = integerType(spelledType(type), longBits);
  if (integer === undefined)
    throw new DeclarationMistake(
      `${subject} is no integer (${type?.qualType}); only those can have a value yet`,
      offset,
    );
  const held = wrap(value, integer);
  if (held !== value && integer.bits < 32)
    throw new DeclarationMistake(`${subject} (${type?.qualType}) is never ${value}`, offset);
  return held;
}

/** What a declaration says that is not so, at its characters. */
export class DeclarationMistake extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
    this.name = "DeclarationMistake";
  }
}

/** Variables that share a name with an earlier one get another. */
function distinctNames(
  parameters: readonly ClangNode[],
  variables: readonly ClangNode[],
): Map<string, string> {
  const taken = new Set([...parameters, ...variables].map(({ name = "" }) => name));
  const seen = new Set<string>();
  const names = new Map<string, string>();
  for (const { id, name = "" } of [...parameters, ...variables]) {
    if (!seen.has(name)) {
      seen.add(name);
      continue;
    }
    let number = 2;
    while (taken.has(`${name}_${number}`)) number++;
    taken.add(`${name}_${number}`);
    names.set(id, `${name}_${number}`);
  }
  return names;
}

/** The same parameters, so that it can stand wherever the generic function does. */
function headOf(tree: ClangNode, body: ClangNode, source: string, declaration: Declaration): string {
  const from = tree.range?.begin.offset;
  const to = body.range?.begin.offset;
  if (from === undefined || to === undefined)
    throw new Refusal("the function's head stands in a macro", from ?? to);
  const head = source
    .slice(from, to)
    .trim()
    .replace(/^(?:(?:static|inline|__inline|__inline__|extern)\s+)+/, "");
  return head.replace(new RegExp(`\\b${declaration.function}\\b(?=\\s*\\()`), declaration.residual);
}

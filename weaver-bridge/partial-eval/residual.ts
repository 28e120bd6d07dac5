/** One declaration applied to one function: facts in, residual C out, with what became of each statement. */
import { type ClangNode, isThere, partsOf, spelledType, walk } from "./clang-tree.js";
import type { Declaration, Fact } from "./declaration.js";
import { integerType, wrap } from "./integers.js";
import { lowerFunction } from "./lower.js";
import { type PrintedLine, printBody } from "./print-residual.js";
import { Refusal } from "./refusal.js";
import { type Outcomes, specialize } from "./specialize.js";

export interface Residual {
  /** The whole function, with a final line end. */
  readonly text: string;
  readonly lines: readonly PrintedLine[];
  readonly outcomes: Outcomes;
  readonly notes: readonly string[];
}

export interface ResidualRequest {
  /** `FunctionDecl` with a body. */
  readonly tree: ClangNode;
  /** The function's file, one character a byte. */
  readonly source: string;
  readonly longBits: 32 | 64;
  readonly declaration: Declaration;
  /** Values of the facts' right sides, in their order. */
  readonly values: readonly bigint[];
  readonly enumerators: ReadonlyMap<string, bigint>;
}

const RETURNS_TWICE = /^_*(?:sig)?setjmp$|^vfork$|^getcontext$/;

/** Throws {@link Refusal} and {@link DeclarationMistake}. */
export function makeResidual(request: ResidualRequest): Residual {
  const { tree, source, longBits, declaration, enumerators } = request;
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
  const lines = [
    { text: headOf(tree, body, source, declaration) },
    { text: "{" },
    ...printBody(entry, variables),
    { text: "}" },
  ];
  return { text: `${lines.map(({ text }) => text).join("\n")}\n`, lines, outcomes, notes };
}

/** Names of enumerators that the function uses, for whoever can tell their values. */
export function enumeratorsIn(tree: ClangNode): string[] {
  const found = new Set<string>();
  for (const { referencedDecl } of walk(tree))
    if (referencedDecl?.kind === "EnumConstantDecl") found.add(referencedDecl.name);
  return [...found];
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

/** One declaration applied to one function: facts in, residual C out, with what became of each statement. */

import { withoutComments } from "../c-text/index.js";
import type { Declaration, Mistake, Span } from "./declare/declaration.js";
import { DeclarationMistake } from "./declare/declaration-mistake.js";
import { startFacts } from "./declare/facts.js";
import type { PrintedLine } from "./emit/lines.js";
import { declare, printBody } from "./emit/print-residual.js";
import { constantOf } from "./evaluate/constant.js";
import { unmetRequirements } from "./explain/requirements.js";
import {
  type ExpressionNote,
  expressionNotes,
  type ResidualNote,
  residualNotes,
} from "./explain/residual-notes.js";
import { whyNotWritten } from "./objects/declared-writes.js";
import { createSurroundings, type Surroundings } from "./objects/surroundings.js";
import { Refusal } from "./refusal.js";
import { type Assumption, unusedAssumptions } from "./specialize/assumed.js";
import { prepareFunction } from "./specialize/callee.js";
import type { ResidualContext } from "./specialize/contexts.js";
import { nodesOf } from "./specialize/places.js";
import { specialize } from "./specialize/specialize.js";
import {
  type ClangNode,
  type ClangPlace,
  isThere,
  offsetOf,
  partsOf,
  spelledType,
} from "./tree/clang-tree.js";
import { laterMacroIn, namesFrom } from "./tree/later-macros.js";
import type { Program } from "./tree/program.js";

export interface Residual {
  /** The whole function, with a final line end. */
  readonly text: string;
  readonly lines: readonly PrintedLine[];
  /** What became of each statement and condition, in the order of their places. */
  readonly notes: readonly ResidualNote[];
  /** What is known of each expression. */
  readonly expressions: readonly ExpressionNote[];
  /** Functions whose calls are gone because their code is here. */
  readonly followed: readonly string[];
  /** Where the code comes from. */
  readonly contexts?: ResidualContext;
  /** Limits that fired, in words. */
  readonly limits: readonly string[];
  /** Of these, what kept it from becoming too large. */
  readonly outgrown: readonly string[];
  /** What the declaration requires to be known, and is not; and what it assumes in vain. */
  readonly unmet: readonly Mistake[];
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
  /** Values of the facts' right sides that are constant expressions, by their text. */
  readonly values: ReadonlyMap<string, bigint>;
  /** The unit's compiler carries arguments out from the last to the first, as gcc does. */
  readonly isFromRight?: boolean | undefined;
  /** Of the values those that are a number as a pointer. */
  readonly pointers?: ReadonlySet<string> | undefined;
  /** Of those that are addresses or floating numbers: what clang reads them as, by their text. */
  readonly readings?: ReadonlyMap<string, ClangNode> | undefined;
  /** Functions that must stay calls, because somebody else has put something there. */
  readonly keep?: ReadonlySet<string>;
  /** Asked again and again; throws what ends it. */
  readonly onProgress?: (() => void) | undefined;
}

/** What the declaration says that is not so, as far as it can be told without making the function. */
export function mistakesIn(request: ResidualRequest): readonly Mistake[] {
  try {
    beginOf(request);
    return [];
  } catch (error) {
    if (error instanceof DeclarationMistake) return error.mistakes;
    if (error instanceof Refusal) return [];
    throw error;
  }
}

function beginOf(request: ResidualRequest) {
  const { program, longBits, declaration, values, isFromRight } = request;
  const { readings = new Map<string, ClangNode>(), pointers = new Set<string>() } = request;
  const tree = program.functions.get(declaration.function);
  if (tree === undefined) throw new Refusal(`there is no function ${declaration.function}`, undefined);
  const around = createSurroundings(program, longBits, constantOf, declaration, isFromRight);
  const unknown = declaration.writes.flatMap(({ function: callee, variables }) =>
    variables.flatMap(({ name, span: { start: offset, end } }): Mistake[] => {
      const message = whyNotWritten(callee, name, program, around.types);
      return message === undefined ? [] : [{ message, offset, end }];
    }),
  );
  if (unknown.length > 0) throw new DeclarationMistake(unknown);
  const { lowered, parameters, constant } = prepareFunction(tree, around);
  const begin = startFacts({
    declaration,
    values,
    readings,
    pointers,
    valueOf: (reading) => constantOf(reading, around),
    around,
    parameters,
    constant,
    lowered,
  });
  return { tree, around, lowered, parameters, begin };
}

/** Throws {@link Refusal} and {@link DeclarationMistake}. */
export function makeResidual(request: ResidualRequest): Residual {
  const { program, declaration } = request;
  const { tree, around, lowered, parameters, begin } = beginOf(request);
  const body = partsOf(tree).find((part) => isThere(part) && part.kind === "CompoundStmt") as ClangNode;
  const source = program.textOf(fileOf(tree)) ?? "";
  const head = headOf(tree, body, source, declaration);
  const assumed = assumptionsOf(request);
  const { entry, events, times, contexts, notes, outgrown } = specialize({
    name: declaration.function,
    lowered,
    start: begin.state,
    splits: begin.splits,
    around,
    limits: declaration.limits,
    assumed,
    keep: new Set([...declaration.keep, ...(request.keep ?? [])]),
    onProgress: request.onProgress,
  });
  entry.lines.unshift(...begin.copies.map((text) => ({ text, from: undefined })));
  const variables = [
    ...around.locals().filter(({ isParameter }) => !isParameter),
    ...begin.variables,
    ...around.constants().map((node) => ({ name: node.name ?? "", node })),
  ];
  const { records } = around;
  const printed = printBody(entry, variables.map(typedBy(records.typeText)), around.spelling, endOf(tree));
  const inside = withUnused(printed, parameters, variables);
  // Also by way of macros.
  const used = new Set(namesFrom([head, ...inside.map(({ text }) => text)].join("\n"), program));
  const lines = [
    { text: head },
    { text: "{" },
    ...records.lines(used).map((text) => ({ text })),
    ...around.externs(used).map((text) => ({ text: `\t${text}` })),
    ...inside,
    { text: "}" },
  ];
  // What a macro asks of one is its own text, where that can be taken as it is written.
  const nameless = lines.find(({ text }) => NAMELESS.test(text));
  if (nameless !== undefined)
    throw new Refusal("a macro asks for the size of a type without a name", nameless.from?.offset);
  const place = { file: fileOf(tree), offset: offsetOf(tree) ?? 0 };
  const macro = laterMacroIn(lines.map(({ text }) => text).join("\n"), place, program);
  if (macro !== undefined)
    throw new Refusal(
      `behind it ${macro} is defined or undone as a macro, and the residual function stands there`,
      place.offset,
    );
  const expressions = expressionNotes(times);
  return {
    text: `${lines.map(({ text }) => text).join("\n")}\n`,
    lines,
    notes: residualNotes(events, nodesOf(lowered), around.spelling),
    expressions,
    followed: [
      ...new Set(
        events.flatMap(({ what, value }) => (what === "inlined" && value !== undefined ? [value] : [])),
      ),
    ],
    contexts,
    limits: notes,
    outgrown,
    unmet: [
      ...unmetRequirements(declaration.required, body, expressions, around.spelling),
      ...unusedAssumptions(
        lowered,
        around,
        assumed.filter(({ isEach }) => isEach !== true),
      ).map((one) => sayUnused(one, declaration)),
    ],
    head,
    generic: { start: offsetOf(tree) ?? 0, body: body.range?.begin.offset ?? 0 },
    parameters: parameters.map(({ name = "" }) => name),
    isVoid: isVoid(tree),
  };
}

/** As clang calls it; from 22 on without the second `struct`. */
const NAMELESS = /\((?:unnamed|anonymous)(?: (?:struct|union|enum))? at [^()]*:\d+:\d+\)/;

const typedBy =
  (typeText: Surroundings["records"]["typeText"]) =>
  <T extends { readonly node: ClangNode }>(one: T): T => {
    const { type } = one.node;
    if (type === undefined) return one;
    return { ...one, node: { ...one.node, type: { qualType: typeText(type) } } };
  };

interface Said extends Assumption {
  readonly span: Span;
  readonly isEach: true | undefined;
}

function assumptionsOf({ declaration, values }: ResidualRequest): Said[] {
  return declaration.assumed.flatMap(
    ({ subject, mask, relation, values: said, isRelation, isEach, span }): Said[] => {
      if (isRelation === true)
        return [{ subject, relation, by: [], other: said[0]?.replace(/\s/g, ""), span, isEach }];
      const known = said.flatMap((one) => values.get(one) ?? []);
      const bits = mask === undefined ? undefined : values.get(mask);
      if (mask !== undefined && bits === undefined) return [];
      return known.length === said.length ? [{ subject, mask: bits, relation, by: known, span, isEach }] : [];
    },
  );
}

function sayUnused(
  { subject, other, span: { start: offset, end } }: Said,
  { function: name }: Declaration,
): Mistake {
  const message = `nothing in ${name} compares ${subject} with ${other ?? "a constant"}, so this is not used`;
  return { message, offset, end, isUnused: true };
}

const isVoid = ({ type }: ClangNode) => /^void\b(?!\s*\*)/.test(type?.qualType ?? "");

/** Behind a call that does not come back the generic function has no value either; compilers want one. */
function endOf(tree: ClangNode): string {
  if (isVoid(tree)) return "return;";
  const type = /^([^()]*[^()\s])\s*\(/.exec(tree.type?.qualType ?? "")?.[1];
  return type === undefined ? "return 0;" : `return (${type}){ 0 };`;
}

/** Facts make parameters superfluous, and objects that are only written, which compilers warn of. */
function withUnused(
  lines: readonly PrintedLine[],
  parameters: readonly ClangNode[],
  variables: readonly { readonly name: string; readonly node: ClangNode }[],
): readonly PrintedLine[] {
  let at = 0;
  while (at < variables.length && lines[at]?.from === undefined && isDeclaration(lines[at]?.text ?? "")) at++;
  const code = lines.slice(at).map(({ text }) => text);
  const text = lines.map((line) => line.text).join("\n");
  const names = [
    ...parameters.flatMap(({ name }) =>
      name === undefined || new RegExp(`(?<!\\.|->|\\b(?:struct|union|enum) )\\b${name}\\b`).test(text)
        ? []
        : [name],
    ),
    ...variables.flatMap(({ name, node }) =>
      node.storageClass !== "static" && isOnlyWritten(name, code) ? [name] : [],
    ),
  ];
  return [...lines.slice(0, at), ...names.map((name) => ({ text: `\t(void)${name};` })), ...lines.slice(at)];
}

/** Each line that names it gives it, or a part of it, another value. */
function isOnlyWritten(name: string, code: readonly string[]): boolean {
  const naming = code.filter((line) => new RegExp(`\\b${name}\\b`).test(line));
  const write = new RegExp(`^\\s*${name}(?:\\.\\w+|\\[\\d+\\])* = (?!.*\\b${name}\\b)`);
  return naming.length > 0 && naming.every((line) => write.test(line));
}

const isDeclaration = (line: string): boolean =>
  /^\t(?!return\b|goto\b|if\b|switch\b|\()[^=]*;$/.test(line) || /^\tstatic\b/.test(line);

const fileOf = ({ range }: ClangNode): string => placeFile(range?.begin) ?? "";

const placeFile = (place: ClangPlace | undefined): string | undefined =>
  place?.file ?? place?.expansionLoc?.file;

/** The same parameters, so that it can stand wherever the generic function does. */
export function headOf(tree: ClangNode, body: ClangNode, source: string, declaration: Declaration): string {
  // `bool` may be a macro.
  const from = tree.range?.begin.offset ?? tree.range?.begin.expansionLoc?.offset;
  const to = body.range?.begin.offset;
  const isWhole =
    from !== undefined &&
    to !== undefined &&
    new RegExp(`\\b${declaration.function}\\s*\\(`).test(source.slice(from, to));
  if (!isWhole) throw new Refusal("the function's head stands in a macro", from ?? to);
  const head = source
    .slice(from, to)
    .trim()
    .replace(/^(?:(?:static|inline|__inline|__inline__|extern)\s+)+/, "");
  const name = new RegExp(`\\b${declaration.function}\\b(?=\\s*\\()`);
  // In old code parameters have their types behind the parentheses.
  if (withoutComments(head).endsWith(";"))
    return `${head.slice(0, head.search(name))}${declaration.residual}(${parametersOf(tree)})`;
  return head.replace(name, declaration.residual);
}

function parametersOf(tree: ClangNode): string {
  const parameters = partsOf(tree).filter(({ kind }) => kind === "ParmVarDecl");
  const float = parameters.find(({ type }) => /^float\b(?!.*\*)/.test(spelledType(type)));
  if (float !== undefined)
    throw new Refusal(`${float.name} is a float that callers give as a double`, offsetOf(float));
  return parameters.length === 0 ? "void" : parameters.map((one) => declare(one, one.name ?? "")).join(", ");
}

/**
 * A declaration `at run time`, applied to one function: templates to be compiled, and, from what the compiler made of them,
 * C that makes specialized code in a running kernel.
 */

import { DeclarationMistake } from "../declare/declaration-mistake.js";
import { declare } from "../emit/print-residual.js";
import { constantOf } from "../evaluate/constant.js";
import { unmetRequirements } from "../explain/requirements.js";
import { expressionNotes, residualNotes } from "../explain/residual-notes.js";
import type { Block, LoweredFunction, Step } from "../lower/graph.js";
import { staticRefused } from "../objects/kept-statics.js";
import { createSurroundings, type Surroundings } from "../objects/surroundings.js";
import { Refusal } from "../refusal.js";
import { headOf, type Residual, type ResidualRequest } from "../residual.js";
import { prepareFunction } from "../specialize/callee.js";
import { nodesOf, placeOf } from "../specialize/places.js";
import type { Event, ExpressionTimes } from "../specialize/told.js";
import { type ClangNode, isThere, offsetOf, partsOf, variableOf, walk } from "../tree/clang-tree.js";
import { type BindingTimes, bindingTimesOf, successorsOf, type Time, type Times } from "./binding-times.js";
import { followCalls } from "./followed-calls.js";
import { generatorText } from "./generator-text.js";
import { stagesOf } from "./stages.js";
import { type CompiledTemplate, templateOf } from "./template-code.js";
import { templateNames, templatesText } from "./templates.js";

export interface MadeAtRunTime {
  /** C that follows the unit's text and is compiled with it. */
  readonly templates: string;
  /** Begin of the names of its functions. */
  readonly prefix: string;
  /** Throws {@link Refusal}. Without compiled ones it is told what is known when, and the text is that of the templates. */
  readonly finish: (compiled: readonly CompiledTemplate[] | undefined) => Residual;
}

/** Throws {@link Refusal} and {@link DeclarationMistake}. */
export function makeAtRunTime(request: ResidualRequest): MadeAtRunTime {
  const { program, declaration, longBits } = request;
  const tree = program.functions.get(declaration.function);
  if (tree === undefined) throw new Refusal(`there is no function ${declaration.function}`, undefined);
  if (longBits !== 32) throw new Refusal("code is made at run time for i386 alone", offsetOf(tree));
  if (declaration.dispatch) throw new Refusal("at run time there is nothing to dispatch to", undefined);
  const plain = createSurroundings(program, longBits, constantOf, declaration);
  const prepared = prepareFunction(tree, plain);
  const { parameters } = prepared;
  const [table] = prepared.lowered.constants;
  const [record] = prepared.lowered.records;
  if (record !== undefined)
    throw new Refusal(
      "a type that a function declares for itself can't be read at run time",
      offsetOf(record),
    );
  const [kept] = prepared.lowered.statics;
  if (kept !== undefined) throw staticRefused(kept);
  if (table !== undefined) throw new Refusal(`${table.name} is a table within the function`, offsetOf(table));
  const given = givenOf(request, parameters, plain);
  const start = new Map([...given].map(([node, { time }]) => [node.id, time]));
  const dynamic = new Set(declaration.later?.dynamic ?? []);
  const {
    lowered,
    times,
    names: followed,
    isRenamed,
  } = followCalls({
    ...{ lowered: prepared.lowered, parameters, around: plain, depth: declaration.limits.depth },
    keep: new Set([...declaration.keep, ...(request.keep ?? [])]),
    timesOf: (graph) => bindingTimesOf({ lowered: graph, around: plain, parameters, given: start, dynamic }),
  });
  const around: Surroundings = {
    ...plain,
    spelling: (node) => (isRenamed(node) ? undefined : plain.spelling(node)),
  };
  const staged = stagesOf({
    lowered,
    around,
    times,
    parameters,
    given: new Map([...given.keys()].map(({ id }) => [id, true])),
  });
  const names = templateNames(declaration.residual);
  const body = partsOf(tree).find((part) => isThere(part) && part.kind === "CompoundStmt") as ClangNode;
  const source = program.textOf(tree.range?.begin.file ?? tree.range?.begin.expansionLoc?.file ?? "") ?? "";
  const head = (name: string) => headOf(tree, body, source, { ...declaration, residual: name });
  const result = resultOf(tree);
  const templates = templatesText({ staged, names, result, head, declare });
  const spelled = (node: ClangNode) => around.spelling(node) ?? declare(node, node.name ?? "");
  const asked = [...given].filter(([, { value }]) => value === undefined).map(([node]) => spelled(node));
  const ownHead = `__typeof__(${declaration.function}) *${declaration.residual}_make(${asked.join(", ")})`;
  const told = toldOf(lowered, times, around);

  const finish = (compiled: readonly CompiledTemplate[] | undefined): Residual => {
    const text =
      compiled === undefined
        ? templates
        : generatorText({
            staged,
            names,
            templates: new Map(compiled.map((one) => [one.name, templateOf(one, names)])),
            function: declaration.function,
            residual: declaration.residual,
            head: ownHead,
            given: [...given].map(([node, { value }]) => ({ node, value: value ?? node.name ?? "" })),
            declare,
            bytes: declaration.limits.bytes,
            variants: declaration.limits.variants,
          });
    return {
      text,
      lines: text
        .split("\n")
        .slice(0, -1)
        .map((line) => ({ text: line })),
      notes: told.notes,
      expressions: told.expressions,
      followed,
      limits: told.limits,
      outgrown: [],
      unmet: unmetRequirements(declaration.required, body, told.expressions, around.spelling),
      head: ownHead,
      generic: { start: offsetOf(tree) ?? 0, body: body.range?.begin.offset ?? 0 },
      parameters: parameters.map(({ name = "" }) => name),
      isVoid: result === "void",
    };
  };
  return { templates, prefix: names.prefix, finish };
}

/** Parameters that are known, and the C that says what they are where the declaration does. */
function givenOf(
  { declaration }: ResidualRequest,
  parameters: readonly ClangNode[],
  { types }: Surroundings,
): Map<ClangNode, { readonly time: Time; readonly value: string | undefined }> {
  const found = new Map<ClangNode, { time: Time; value: string | undefined }>();
  const known = parameters.map(({ name }) => name).join(", ");
  for (const { name, hasMemory, span } of declaration.later?.given ?? []) {
    const node = parameters.find((one) => one.name === name);
    const mistake = (message: string) =>
      new DeclarationMistake([{ message, offset: span.start, end: span.end }]);
    if (node === undefined) throw mistake(`there is no parameter ${name}; there are: ${known}`);
    if (hasMemory && !types.isPointer(node.type))
      throw mistake(`${name} is no pointer (${node.type?.qualType})`);
    found.set(node, { time: hasMemory ? "memory" : "static", value: undefined });
  }
  for (const { subject, path, value, offset, spans } of declaration.facts) {
    const node = parameters.find((one) => one.name === subject);
    if (node === undefined || path.length > 0 || value === undefined)
      throw new DeclarationMistake([
        {
          message: `at run time only PARAMETER == VALUE and static PARAMETER can be said`,
          offset,
          end: spans?.steps.at(-1)?.end ?? offset + 1,
        },
      ]);
    found.set(node, { time: "static", value });
  }
  return found;
}

function resultOf(tree: ClangNode): string {
  const spelled = tree.type?.qualType ?? "";
  const open = spelled.indexOf("(");
  const result = spelled.slice(0, open).trim();
  if (open < 0 || /\.\.\./.test(spelled) || /^(struct|union)\b[^*]*$/.test(result))
    throw new Refusal(
      `${tree.name} returns what no register holds, or has any number of arguments`,
      offsetOf(tree),
    );
  return result;
}

/** What is known when, as editors show it. */
function toldOf(lowered: LoweredFunction, times: BindingTimes, around: Surroundings) {
  const expressions = new Map<ClangNode, ExpressionTimes>();
  const events: Event[] = [];
  const limits = new Set<string>();
  const look = (node: ClangNode, now: Times) => {
    if (!isThere(node)) return;
    const called = calledWithKnown(node, (part) => times.timeOf(part, now) !== "dynamic");
    if (called !== undefined && around.program.functions.has(called))
      limits.add(
        `${called}() is called as it is although arguments of it are known: code made at run time follows direct calls of functions of this unit that hold no addresses of variables, arrays or assembly and do not call themselves`,
      );
    if (
      /Expr$|Operator$|Literal$/.test(node.kind) &&
      !/^(DeclRefExpr|MemberExpr|ArraySubscriptExpr|InitListExpr)$/.test(node.kind)
    ) {
      const isKnown = times.timeOf(node, now) !== "dynamic";
      expressions.set(node, { known: isKnown ? 1 : 0, unknown: isKnown ? 0 : 1, value: undefined });
    }
    for (const part of partsOf(node)) look(part, now);
  };
  const step = (one: Step, now: Times): Times => {
    const node = one.kind === "declaration" ? one.variable : one.node;
    events.push({ node, what: times.isStatic(one, now) ? "folded" : "kept", calls: [] });
    look((one.kind === "declaration" ? one.initial : undefined) ?? node, now);
    return times.after(one, now);
  };
  for (const block of lowered.blocks) {
    let now = times.at(block);
    if (now === undefined) continue;
    for (const one of block.steps) now = step(one, now);
    const { exit } = block;
    if (exit.kind === "choose") step(exit.step, now);
    const value =
      exit.kind === "branch"
        ? exit.condition
        : exit.kind === "switch" || exit.kind === "return"
          ? exit.value
          : undefined;
    if (value === undefined) continue;
    look(value, now);
    const isKept = exit.kind === "return" || times.timeOf(value, now) === "dynamic";
    events.push({ node: value, what: isKept ? "kept" : "folded", calls: [] });
  }
  return {
    notes: residualNotes(
      events,
      nodesOf({ ...lowered, blocks: reachedIn(lowered) }).filter((node) => placeOf(node) !== undefined),
      around.spelling,
    ),
    expressions: expressionNotes(expressions),
    limits: [...limits],
  };
}

/** Without what stood for calls that are followed. */
function reachedIn({ entry }: LoweredFunction): Block[] {
  const reached = new Set([entry]);
  for (const block of reached) for (const next of successorsOf(block)) reached.add(next);
  return [...reached];
}

/** The function that a call names, where something is given to it that only this code knows. */
function calledWithKnown(node: ClangNode, isKnown: (part: ClangNode) => boolean): string | undefined {
  if (node.kind !== "CallExpr") return undefined;
  const [callee, ...given] = partsOf(node);
  const name = callee && walk(callee).find(({ referencedDecl }) => referencedDecl !== undefined);
  const isOwn = (part: ClangNode) => walk(part).some((one) => variableOf(one) !== undefined);
  return given.some((part) => isOwn(part) && isKnown(part)) ? name?.referencedDecl?.name : undefined;
}

/** A function's body as a graph: a part for each kind of statement. Expressions are taken apart by `expressions.ts`. */

import { lookUp } from "../../model/index.js";
import { Refusal } from "../refusal.js";
import { type ClangNode, isThere, offsetOf, partsOf, walk } from "../tree/clang-tree.js";
import { noteWholeExpansions } from "../tree/spelled.js";
import { assembly } from "./assembly.js";
import { branch, expression, withCall } from "./expressions.js";
import type { Block, LoweredFunction, SwitchCase } from "./graph.js";
import {
  create,
  enter,
  go,
  type Lowering,
  type LoweringSetting,
  labelled,
  refused,
  type Targets,
  work,
} from "./lowering.js";
import { steadyIn } from "./steadiness.js";
import { isAutomatic, isTable, strangeAttribute } from "./variables.js";

/** Throws {@link Refusal} for statements that are not understood. */
export function lowerFunction(body: ClangNode, setting: LoweringSetting): LoweredFunction {
  const blocks: Block[] = [];
  const entry = create({ blocks });
  const on: Lowering = {
    ...{ body, mayInline: setting.mayInline, isSteady: steadyIn(body), blocks, setting },
    ...{ variables: [], constants: [], statics: [], records: [], externs: [] },
    ...{ named: labelsIn(body), labels: new Map(), current: entry, enclosing: {} },
    statement: (node, targets) => statement(on, node, targets),
  };
  statement(on, body, {});
  const { variables, constants, statics, records, externs } = on;
  return { blocks, entry, variables, constants, statics, records, externs };
}

const labelsIn = (body: ClangNode): ReadonlyMap<string, string> =>
  new Map(
    walk(body).flatMap(({ kind, name = "", declId = "" }) => (kind === "LabelStmt" ? [[name, declId]] : [])),
  );

function statement(on: Lowering, node: ClangNode | undefined, targets: Targets): void {
  if (!isThere(node)) return;
  const outer = on.enclosing;
  on.enclosing = targets;
  const lower = lookUp(STATEMENTS, node.kind);
  if (lower !== undefined) lower(on, node, targets);
  else if (/Stmt$/.test(node.kind)) throw refused(node);
  else expression(on, node);
  on.enclosing = outer;
}

const STATEMENTS: Readonly<Record<string, (on: Lowering, node: ClangNode, targets: Targets) => void>> = {
  CompoundStmt: (on, node, targets) => {
    noteWholeExpansions(node);
    for (const part of partsOf(node)) statement(on, part, targets);
  },
  NullStmt: () => {},
  AttributedStmt: (on, node, targets) => statement(on, partsOf(node).at(-1), targets),
  DeclStmt: (on, node) => {
    if (partsOf(node).some(({ kind }) => /^(Record|Enum|Typedef)Decl$/.test(kind))) on.records.push(node);
    for (const declared of partsOf(node)) declare(on, declared);
  },
  IfStmt: ifStatement,
  WhileStmt: (on, node, targets) =>
    loop(on, { condition: partsOf(node).at(-2), body: partsOf(node).at(-1), first: "test" }, targets),
  DoStmt: (on, node, targets) =>
    loop(on, { condition: partsOf(node)[1], body: partsOf(node)[0], first: "body" }, targets),
  ForStmt: forStatement,
  SwitchStmt: switchStatement,
  CaseStmt: caseLabel,
  DefaultStmt: caseLabel,
  LabelStmt: (on, node, targets) => {
    enter(on, labelled(on, node.declId ?? ""));
    statement(on, partsOf(node)[0], targets);
  },
  BreakStmt: (on, node, { end }) => jump(on, node, end),
  ContinueStmt: (on, node, { next }) => jump(on, node, next),
  GotoStmt: (on, node) => jump(on, node, labelled(on, node.targetLabelDeclId ?? "")),
  ReturnStmt: returnStatement,
  GCCAsmStmt: assembly,
  IndirectGotoStmt: (on, node) => {
    const ways = [...on.named.values()].map((id) => ({ id, to: labelled(on, id) }));
    withCall(on, partsOf(node)[0] as ClangNode, (value) => {
      on.current.exit = { kind: "computed", value, ways };
    });
    on.current = create(on);
  },
};

function ifStatement(on: Lowering, node: ClangNode, targets: Targets): void {
  if (node.hasInit || node.hasVar) throw refused(node);
  const [condition, inner, other] = partsOf(node);
  const [then, otherwise, end] = [create(on), create(on), create(on)];
  branch(on, condition as ClangNode, then, otherwise);
  for (const [block, part] of [
    [then, inner],
    [otherwise, other],
  ] as const) {
    on.current = block;
    statement(on, part, targets);
    go(on, end);
  }
  on.current = end;
}

interface Loop {
  readonly condition: ClangNode | undefined;
  readonly step?: ClangNode | undefined;
  readonly body: ClangNode | undefined;
  readonly first: "test" | "body";
}

function loop(on: Lowering, { condition, step, body, first }: Loop, targets: Targets): void {
  const [test, inside, next, end] = [create(on), create(on), create(on), create(on)];
  go(on, first === "test" ? test : inside);
  on.current = test;
  if (condition === undefined) go(on, inside);
  else branch(on, condition, inside, end);
  on.current = inside;
  statement(on, body, { ...targets, end, next });
  enter(on, next);
  if (step !== undefined) expression(on, step);
  go(on, test);
  on.current = end;
}

function forStatement(on: Lowering, node: ClangNode, targets: Targets): void {
  const [start, variable, condition, step, body] = partsOf(node);
  if (isThere(variable)) throw refused(node);
  statement(on, start, targets);
  const there = (part: ClangNode | undefined) => (isThere(part) ? part : undefined);
  loop(on, { condition: there(condition), step: there(step), body, first: "test" }, targets);
}

function switchStatement(on: Lowering, node: ClangNode, targets: Targets): void {
  const [value, inner] = partsOf(node).filter(isThere).slice(-2);
  if (value === undefined || inner === undefined || node.hasInit || node.hasVar) throw refused(node);
  const end = create(on);
  const cases: SwitchCase[] = [];
  let otherwise = end;
  const head = on.current;
  on.current = create(on);
  const setDefault = (block: Block) => {
    otherwise = block;
  };
  statement(on, inner, { ...targets, end, cases, setDefault });
  go(on, end);
  on.current = head;
  withCall(on, value, (whole) => {
    on.current.exit = { kind: "switch", value: whole, cases, otherwise };
  });
  on.current = end;
}

function caseLabel(on: Lowering, node: ClangNode, targets: Targets): void {
  const here = create(on);
  enter(on, here);
  const parts = partsOf(node);
  if (node.kind === "DefaultStmt") targets.setDefault?.(here);
  else if (parts.length < 2 || targets.cases === undefined) throw refused(node);
  else
    targets.cases.push({
      label: parts[0] as ClangNode,
      last: parts.length === 3 ? parts[1] : undefined,
      to: here,
    });
  statement(on, parts.at(-1), targets);
}

function jump(on: Lowering, node: ClangNode, to: Block | undefined): void {
  if (to === undefined) throw refused(node);
  go(on, to);
  on.current = create(on);
}

function returnStatement(on: Lowering, node: ClangNode): void {
  const leave = (value: ClangNode | undefined) => {
    on.current.exit = { kind: "return", value };
  };
  const value = partsOf(node).find(isThere);
  if (value === undefined) leave(undefined);
  else withCall(on, value, leave);
  on.current = create(on);
}

/** Throws {@link Refusal}. */
function refuseStrange(variable: ClangNode): void {
  const attribute = strangeAttribute(variable);
  if (attribute !== undefined)
    throw new Refusal(`${variable.name} is declared ${attribute}`, offsetOf(variable));
}

/** `__label__`: jumps name the label's declaration, assembly its name alone. */
function isOnlyLabel({ body }: Lowering, { kind, name }: ClangNode): boolean {
  const isIt = (node: ClangNode) => node.kind === "LabelStmt" && node.name === name;
  return kind === "LabelDecl" && walk(body).filter(isIt).length < 2;
}

function declare(on: Lowering, declared: ClangNode): void {
  if (/^(Typedef|Empty|Record|Enum|StaticAssert)Decl$/.test(declared.kind) || isOnlyLabel(on, declared))
    return;
  if (
    declared.kind === "FunctionDecl" ||
    (declared.kind === "VarDecl" && declared.storageClass === "extern")
  ) {
    on.externs.push(declared);
    return;
  }
  if (declared.kind !== "VarDecl") throw refused(declared);
  if (declared.storageClass === "static") {
    (isTable(declared, on.body) ? on.constants : on.statics).push(declared);
    return;
  }
  if (!isAutomatic(declared))
    throw new Refusal(`it has a ${declared.storageClass} variable, ${declared.name}`, offsetOf(declared));
  refuseStrange(declared);
  on.variables.push(declared);
  const initial =
    declared.init === undefined
      ? undefined
      : partsOf(declared).find((part) => /Expr$|Operator$|Literal$/.test(part.kind));
  if (declared.init !== undefined && initial === undefined) throw refused(declared);
  const begin = (given: ClangNode | undefined) =>
    work(on, { kind: "declaration", variable: declared, initial: given });
  if (initial === undefined) begin(undefined);
  else withCall(on, initial, begin, true);
}

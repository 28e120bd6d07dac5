/**
 * Expressions, of which what is carried out first ends a block: calls that may be followed, choices between them, and
 * statements in parentheses.
 */
import { bare, type ClangNode, isThere, partsOf, walk } from "../tree/clang-tree.js";
import {
  type ChoiceOfCalls,
  calledIn,
  callsIn,
  choiceIn,
  type FirstCall,
  type Statements,
  statementsIn,
  unusedStatements,
} from "./first-parts.js";
import type { Block, Step } from "./graph.js";
import { create, go, type Lowering, work } from "./lowering.js";

/** Carries out what is left of an expression. */
type Use = (node: ClangNode) => void;

/** Conditions are split at `&&`, `||` and `!`. */
export function branch(on: Lowering, condition: ClangNode, then: Block, otherwise: Block): void {
  const node = bare(condition);
  const [left, right] = partsOf(node);
  const isLogical = node.kind === "BinaryOperator" && (node.opcode === "&&" || node.opcode === "||");
  if (isLogical && isThere(left) && isThere(right)) {
    const between = create(on);
    if (node.opcode === "&&") branch(on, left, between, otherwise);
    else branch(on, left, then, between);
    on.current = between;
    branch(on, right, then, otherwise);
  } else if (node.kind === "UnaryOperator" && node.opcode === "!" && isThere(left))
    branch(on, left, otherwise, then);
  else
    withCall(on, condition, (whole) => {
      on.current.exit = { kind: "branch", condition: whole, taken: then, otherwise };
    });
}

/** `use` ends the block that it is carried out in, or not: then both ways go on together. */
export function withCall(
  on: Lowering,
  whole: ClangNode,
  use: Use,
  goesOn = false,
  staying: readonly ClangNode[] = [],
): void {
  const inner = statementsIn(whole, on.isSteady);
  const choice = inner === undefined ? choiceIn(whole, on.mayInline, on.isSteady) : undefined;
  const isSplit = inner !== undefined || choice !== undefined;
  const mayInline = (call: ClangNode) => !staying.includes(call) && on.mayInline(call);
  const found = isSplit ? undefined : calledIn(whole, mayInline, on);
  if (inner !== undefined) withStatements(on, inner, whole, use, goesOn);
  else if (choice !== undefined) withChoice(on, choice, use, goesOn);
  else if (found !== undefined)
    withFirstCall(on, found, use, goesOn, () => {
      // What it is an argument of may be followed all the same.
      if (isArgument(whole, found.call)) withCall(on, whole, use, goesOn, [...staying, found.call]);
      else use(whole);
    });
  else use(whole);
}

/** `stay` goes on where the call is none that is followed. */
function withFirstCall(
  on: Lowering,
  { call, result, rest, before }: FirstCall,
  use: Use,
  goesOn: boolean,
  stay: () => void,
): void {
  if (result !== undefined) on.variables.push(result);
  const steps = before.map(({ variable, initial }): Step => ({ kind: "declaration", variable, initial }));
  on.variables.push(...before.map(({ variable }) => variable));
  const [plain, after] = [create(on), create(on)];
  const join = goesOn ? create(on) : undefined;
  const later = rest === undefined || result === undefined ? [] : callsIn(rest).filter(on.mayInline);
  const alone = later.length === 0 || result === undefined ? undefined : create(on);
  if (alone !== undefined && result !== undefined) {
    alone.steps.push(...steps, { kind: "declaration", variable: result, initial: call });
    alone.exit = { kind: "jump", to: after };
  }
  on.current.exit = { kind: "call", call, result, after, plain, before: steps, alone, later };
  on.current = plain;
  stay();
  meet(on, join);
  on.current = after;
  // Behind the first call there may be more.
  if (rest !== undefined) withCall(on, rest, use, goesOn);
  meet(on, join);
  if (join !== undefined) on.current = join;
}

const isArgument = (whole: ClangNode, call: ClangNode): boolean =>
  walk(whole).some(
    (node) =>
      node.kind === "CallExpr" && node !== call && partsOf(node).some((part) => walk(part).includes(call)),
  );

/** `a && f(b)` as a value: what it is used for is carried out for each value of it. */
function withChoice(on: Lowering, choice: ChoiceOfCalls, use: Use, goesOn: boolean): void {
  const [then, otherwise] = [create(on), create(on)];
  const join = goesOn ? create(on) : undefined;
  branch(on, choice.condition, then, otherwise);
  for (const [block, arm] of [
    [then, choice.arms[0]],
    [otherwise, choice.arms[1]],
  ] as const) {
    on.current = block;
    withCall(on, choice.whole(arm), use, goesOn);
    meet(on, join);
  }
  if (join !== undefined) on.current = join;
}

/** `({ … })` as it is, or its statements and then what reads its value. */
function withStatements(on: Lowering, found: Statements, whole: ClangNode, use: Use, goesOn: boolean): void {
  const { expression: call, statements, result, value, rest } = found;
  const [plain, after] = [create(on), create(on)];
  const join = goesOn ? create(on) : undefined;
  on.current.exit = { kind: "call", call, result, after, plain };
  on.current = plain;
  use(whole);
  meet(on, join);
  on.current = after;
  for (const one of statements) on.statement(one, on.enclosing);
  if (result !== undefined && value !== undefined) {
    on.variables.push(result);
    withCall(on, value, (initial) => work(on, { kind: "declaration", variable: result, initial }), true);
  }
  if (rest !== undefined) withCall(on, rest, use, goesOn);
  meet(on, join);
  if (join !== undefined) on.current = join;
}

function meet(on: Lowering, join: Block | undefined): void {
  if (join !== undefined) go(on, join);
}

/** As a statement; `i++, p++` is two. */
export function expression(on: Lowering, node: ClangNode): void {
  const whole = bare(node);
  if (whole.kind === "BinaryOperator" && whole.opcode === ",") {
    for (const part of partsOf(whole)) expression(on, part);
    return;
  }
  const use = (rest: ClangNode) => work(on, { kind: "expression", node: rest });
  const unused = unusedStatements(node);
  if (unused === undefined) withCall(on, node, use, true);
  else withStatements(on, unused, node, use, true);
}

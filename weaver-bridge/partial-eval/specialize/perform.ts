/** One statement of a function, carried out with what is known: what it leaves for the residual code, and what is known then. */

import { createEvaluator, type Evaluator } from "../evaluate/evaluate.js";
import { type Evaluated, isUnderstood } from "../evaluate/evaluated.js";
import { choiceOf } from "../lower/choice.js";
import type { Step } from "../lower/graph.js";
import { createMemory, type Emit, type Memory } from "../objects/memory.js";
import { copyOf, rootOf, type State } from "../objects/state.js";
import type { Surroundings } from "../objects/surroundings.js";
import type { Place, Value } from "../objects/values.js";
import { bare, type ClangNode, partsOf, targetOf, variableOf, walk } from "../tree/clang-tree.js";
import { declareVariable } from "./perform-declaration.js";
import type { Work } from "./work.js";

/** A condition, or what is returned. */
export interface Outcome {
  readonly value: Value | undefined;
  readonly pure: boolean;
  readonly text: () => string;
  readonly level: number;
  readonly object?: Place | undefined;
}

/** A dynamic condition that chooses between two known values, with what is known on each way. */
export interface Fork {
  readonly condition: string;
  readonly states: readonly [State, State];
}

export interface Worker {
  readonly memory: Memory;
  readonly evaluator: Evaluator;
  readonly evaluate: (node: ClangNode) => Evaluated;
  readonly value: (node: ClangNode) => Outcome;
  /** True when something of it is left. */
  readonly step: (step: Step) => boolean;
  /** Where a dynamic condition chooses between two known values, each goes its own way. */
  readonly fork: (step: Step) => Fork | undefined;
}

export function createWorker(state: State, around: Surroundings, emit: Emit): Worker {
  const memory = createMemory(state, around, emit);
  const evaluator = createEvaluator(state, memory, around);
  const work: Work = { state, around, emit, memory, evaluator, depth: state.frames.length - 1 };
  return {
    memory,
    evaluator,
    evaluate: (node) => evaluateWhole(work, node),
    value: (node) => {
      const { value, pure, text, level, object } = evaluateWhole(work, node);
      return { value, pure, text, level, object };
    },
    step: (step) => perform(work, step),
    fork: (step) => forkOf(work, step),
  };
}

function perform(work: Work, step: Step): boolean {
  if (step.kind === "expression") return performExpression(work, step.node);
  if (step.kind === "declaration")
    return declareVariable(work, step.variable, step.initial, (node) => evaluateWhole(work, node));
  work.emit(`${work.evaluator.evaluate(step.node).text()};`, step.node);
  return true;
}

function evaluateWhole(work: Work, node: ClangNode): Evaluated {
  forgetBeforeCalls(work, node);
  return work.evaluator.evaluate(node);
}

/** What a call may write is read before or after it, nobody knows; unless the call is all that is done. */
function forgetBeforeCalls(work: Work, whole: ClangNode): void {
  const calls = walk(whole).filter(
    (part) =>
      (part.kind === "CallExpr" && !work.around.isQuiet(calledName(part))) ||
      // It changes the list alone.
      !(isUnderstood(part) || part.kind === "VAArgExpr"),
  );
  if (calls.length === 0) return;
  let core = bare(whole);
  while (
    core.kind === "ImplicitCastExpr" ||
    core.kind === "CStyleCastExpr" ||
    (core.kind === "BinaryOperator" && core.opcode === "=" && isSteady(work, partsOf(core)[0] as ClangNode))
  )
    core = bare(partsOf(core).at(-1) as ClangNode);
  if (calls.length !== 1 || core !== calls[0]) work.memory.forgetAll(whole);
}

/** Where it leads no call can change: compilers look there before or after it. */
function isSteady({ around, state, depth }: Work, target: ClangNode): boolean {
  return walk(target).every((part) => {
    if (part.castKind !== "LValueToRValue") return true;
    const id = variableOf(partsOf(part)[0] as ClangNode);
    return id !== undefined && around.isLocal(id) && !state.escaped.has(rootOf(id, depth));
  });
}

function performExpression(work: Work, node: ClangNode): boolean {
  const { evaluator, around, emit } = work;
  let top = bare(node);
  while (top.kind === "CStyleCastExpr" && top.castKind === "ToVoid") top = bare(partsOf(top)[0] as ClangNode);
  if (top.kind === "BinaryOperator" && top.opcode === "=") {
    const [left, right] = partsOf(top) as [ClangNode, ClangNode];
    forgetBeforeCalls(work, top);
    const from = evaluator.evaluate(right);
    const target = evaluator.locate(left);
    const said = evaluator.assign(target, from, around.types.canonical(left.type), top);
    if (said === undefined) return false;
    emit(`${said()};`, top);
    return true;
  }
  const found = evaluateWhole(work, top);
  if (found.pure) return false;
  emit(`${found.text()};`, top);
  found.whenUnwanted?.();
  return true;
}

function forkOf({ state, around, evaluator }: Work, step: Step): Fork | undefined {
  const choice = choiceOf(step);
  if (choice === undefined) return undefined;
  const all = [choice.condition, ...choice.arms.flatMap(armsOf)];
  const isQuiet = all.every((node) =>
    walk(node).every(
      (part) => isUnderstood(part) && part.kind !== "CallExpr" && targetOf(part) === undefined,
    ),
  );
  if (!isQuiet) return undefined;
  const condition = evaluator.evaluate(choice.condition);
  if (condition.value !== undefined || around.told?.(choice.condition, state.frames) !== undefined)
    return undefined;
  const [taken, otherwise] = choice.arms.map((arm) => {
    const copy = copyOf(state);
    let isLeft = false;
    const other = createWorker(copy, around, () => {
      isLeft = true;
    });
    return other.step(arm) || isLeft ? undefined : copy;
  });
  if (taken === undefined || otherwise === undefined) return undefined;
  return { condition: condition.text(), states: [taken, otherwise] };
}

function calledName(call: ClangNode): string {
  const callee = partsOf(call)[0];
  return callee === undefined || walk(callee).length <= 2 ? (lastOf(callee)?.referencedDecl?.name ?? "") : "";
}

const lastOf = (node: ClangNode | undefined): ClangNode | undefined =>
  node?.kind === "ImplicitCastExpr" ? partsOf(node)[0] : node;

/** What an arm reads. */
function armsOf(arm: Step): ClangNode[] {
  if (arm.kind === "declaration") return arm.initial === undefined ? [] : [arm.initial];
  return [partsOf(arm.node)[1] as ClangNode];
}

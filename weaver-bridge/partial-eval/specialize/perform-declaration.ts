/** A local variable that comes to be: its initial value is known, or left to be computed. */

import type { Evaluated, Located } from "../evaluate/evaluated.js";
import { initialValues } from "../objects/initial-values.js";
import { rootOf } from "../objects/state.js";
import { type Place, pathText, type Value } from "../objects/values.js";
import { Refusal } from "../refusal.js";
import { bare, type ClangNode, offsetOf } from "../tree/clang-tree.js";
import type { Work } from "./work.js";

type Evaluate = (node: ClangNode) => Evaluated;

/** True when something of it is left. Throws {@link Refusal}. */
export function declareVariable(
  work: Work,
  variable: ClangNode,
  initial: ClangNode | undefined,
  evaluate: Evaluate,
): boolean {
  const { state, around, memory, evaluator, emit, depth } = work;
  const root = rootOf(variable.id, depth);
  const info = around.declare(root, variable);
  const place = { root, path: [] };
  memory.forget(place);
  state.escaped.delete(root);
  if (initial === undefined) return false;
  const type = around.types.canonical(variable.type);
  const isVolatile = /\bvolatile\b/.test(variable.type?.qualType ?? "");
  const isScalar = around.types.integer(type) !== undefined || around.types.isPointer(type);
  const whole = bare(initial);
  if (!isScalar && (whole.kind === "InitListExpr" || whole.kind === "StringLiteral")) {
    if (isVolatile) throw notUnderstood(variable);
    return declareAggregate(work, variable, initial, evaluate);
  }
  const located = locatedAt(place, () => info.text, isVolatile);
  const left = evaluator.assign(located, evaluate(initial), type, variable);
  if (left === undefined) return false;
  emit(`${left()};`, variable);
  return true;
}

function declareAggregate(work: Work, variable: ClangNode, initial: ClangNode, evaluate: Evaluate): boolean {
  const { around, evaluator, emit, depth } = work;
  const root = rootOf(variable.id, depth);
  const { text } = around.rootInfo(root);
  const values = initialValues(around.types.canonical(variable.type), initial, around.types);
  if (values === undefined) {
    if (around.types.length(variable.type) !== undefined) throw notUnderstood(variable);
    const whole = evaluate(initial).text();
    emit(`${text} = (${around.records.typeText(variable.type)})${whole};`, variable);
    return true;
  }
  let isLeft = false;
  for (const { path, type, node, value } of values) {
    const from = node === undefined ? constant(value ?? 0n) : evaluate(node);
    const located = locatedAt({ root, path }, () => text + pathText(path), false);
    const left = evaluator.assign(located, from, type, variable);
    if (left !== undefined) emit(`${left()};`, variable);
    isLeft ||= left !== undefined;
  }
  return isLeft;
}

function locatedAt(place: Place, text: () => string, isVolatile: boolean): Located {
  return { place, text, level: 15, changed: true, pure: true, isOpaque: isVolatile, isVolatile };
}

function constant(value: Value): Evaluated {
  return { value, text: () => `${value}`, level: 15, changed: true, pure: true };
}

function notUnderstood(variable: ClangNode): Refusal {
  return new Refusal(
    `the initial value of ${variable.name ?? "this variable"} (${variable.type?.qualType ?? ""}) is not understood yet`,
    offsetOf(variable),
  );
}

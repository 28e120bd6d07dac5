/** One statement of a function, carried out with what is known: what it leaves for the residual code, and what is known then. */
import { bare, type ClangNode, offsetOf, partsOf, targetOf, variableOf, walk } from "./clang-tree.js";
import { createEvaluator } from "./evaluate.js";
import { type Evaluated, isUnderstood } from "./evaluated.js";
import { initialValues } from "./initial-values.js";
import { choiceOf, type Step } from "./lower.js";
import { createMemory, type Emit } from "./memory.js";
import { Refusal } from "./refusal.js";
import { copyOf, rootOf, type State } from "./state.js";
import type { Surroundings } from "./surroundings.js";
import { isNumber, type Value } from "./values.js";

/** A condition, or what is returned. */
export interface Outcome {
  readonly value: Value | undefined;
  readonly pure: boolean;
  readonly text: () => string;
}

export function createWorker(state: State, around: Surroundings, emit: Emit) {
  const memory = createMemory(state, around, emit);
  const evaluator = createEvaluator(state, memory, around);
  const depth = state.frames.length - 1;

  /** Where it leads no call can change: compilers look there before or after it. */
  const isSteady = (target: ClangNode): boolean =>
    [...walk(target)].every((part) => {
      if (part.castKind !== "LValueToRValue") return true;
      const id = variableOf(partsOf(part)[0] as ClangNode);
      return id !== undefined && around.isLocal(id) && !state.escaped.has(rootOf(id, depth));
    });
  /** What a call may write is read before or after it, nobody knows; unless the call is all that is done. */
  const beforeCalls = (whole: ClangNode) => {
    const calls = [...walk(whole)].filter(
      (part) => (part.kind === "CallExpr" && !around.isQuiet(calledName(part))) || !isUnderstood(part),
    );
    if (calls.length === 0) return;
    let core = bare(whole);
    while (
      core.kind === "ImplicitCastExpr" ||
      core.kind === "CStyleCastExpr" ||
      (core.kind === "BinaryOperator" && core.opcode === "=" && isSteady(partsOf(core)[0] as ClangNode))
    )
      core = bare(partsOf(core).at(-1) as ClangNode);
    if (calls.length !== 1 || core !== calls[0]) memory.forgetAll(whole);
  };
  const evaluate = (node: ClangNode): Evaluated => {
    beforeCalls(node);
    return evaluator.evaluate(node);
  };
  const put = (found: Evaluated, node: ClangNode) => {
    const text = found.text();
    emit(`${text};`, node);
  };

  const declare = (variable: ClangNode, initial: ClangNode | undefined): boolean => {
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
      return declareAggregate(variable, initial);
    }
    const located = {
      place,
      text: () => info.text,
      level: 15,
      changed: true,
      pure: true,
      isOpaque: isVolatile,
      isVolatile,
    };
    const left = evaluator.assign(located, evaluate(initial), type, variable);
    if (left === undefined) return false;
    emit(`${left()};`, variable);
    return true;
  };

  const declareAggregate = (variable: ClangNode, initial: ClangNode): boolean => {
    const root = rootOf(variable.id, depth);
    const { text } = around.rootInfo(root);
    const values = initialValues(around.types.canonical(variable.type), initial, around.types);
    if (values === undefined) {
      const spelled = around.spelling(initial);
      if (spelled === undefined || around.types.length(variable.type) !== undefined)
        throw notUnderstood(variable);
      emit(`${text} = (${variable.type?.qualType})${evaluator.evaluate(initial).text()};`, variable);
      return true;
    }
    let isLeft = false;
    for (const { path, type, node, value } of values) {
      const place = { root, path };
      const found = node === undefined ? { value: value ?? 0n } : evaluate(node);
      const located = {
        place,
        text: () =>
          text + path.map((step) => (isNumber(step as Value) ? `[${step}]` : `.${step as string}`)).join(""),
        level: 15,
        changed: true,
        pure: true,
        isOpaque: false,
        isVolatile: false,
      };
      const from: Evaluated =
        "text" in found
          ? found
          : { value: found.value, text: () => `${found.value}`, level: 15, changed: true, pure: true };
      const left = evaluator.assign(located, from, type, variable);
      if (left !== undefined) emit(`${left()};`, variable);
      isLeft ||= left !== undefined;
    }
    return isLeft;
  };

  const expression = (node: ClangNode): boolean => {
    let top = bare(node);
    while (top.kind === "CStyleCastExpr" && top.castKind === "ToVoid")
      top = bare(partsOf(top)[0] as ClangNode);
    if (top.kind === "BinaryOperator" && top.opcode === "=") {
      const [left, right] = partsOf(top) as [ClangNode, ClangNode];
      beforeCalls(top);
      const from = evaluator.evaluate(right);
      const target = evaluator.locate(left);
      const said = evaluator.assign(target, from, around.types.canonical(left.type), top);
      if (said === undefined) return false;
      emit(`${said()};`, top);
      return true;
    }
    const found = evaluate(top);
    if (found.pure) return false;
    put(found, top);
    return true;
  };

  return {
    memory,
    evaluator,
    evaluate,
    value: (node: ClangNode): Outcome => {
      const { value, pure, text } = evaluate(node);
      return { value, pure, text };
    },
    /** True when something of it is left. */
    step: (step: Step): boolean => {
      if (step.kind === "declaration") return declare(step.variable, step.initial);
      if (step.kind === "text") {
        put(evaluator.evaluate(step.node), step.node);
        return true;
      }
      return expression(step.node);
    },
    /** Where a dynamic condition chooses between two known values, each goes its own way. */
    fork: (
      step: Step,
    ): { readonly condition: string; readonly states: readonly [State, State] } | undefined => {
      const choice = choiceOf(step);
      if (choice === undefined) return undefined;
      const all = [choice.condition, ...choice.arms.flatMap(armsOf)];
      const isQuiet = all.every((node) =>
        [...walk(node)].every(
          (part) => isUnderstood(part) && part.kind !== "CallExpr" && targetOf(part) === undefined,
        ),
      );
      if (!isQuiet) return undefined;
      const condition = evaluator.evaluate(choice.condition);
      if (condition.value !== undefined) return undefined;
      const states = choice.arms.map((arm) => {
        const copy = copyOf(state);
        let isLeft = false;
        const other = createWorker(copy, around, () => {
          isLeft = true;
        });
        return other.step(arm) || isLeft ? undefined : copy;
      });
      const [taken, otherwise] = states;
      if (taken === undefined || otherwise === undefined) return undefined;
      return { condition: condition.text(), states: [taken, otherwise] };
    },
  };
}

function calledName(call: ClangNode): string {
  const callee = partsOf(call)[0];
  return [...(callee === undefined ? [] : walk(callee))].length <= 2
    ? (lastOf(callee)?.referencedDecl?.name ?? "")
    : "";
}

const lastOf = (node: ClangNode | undefined): ClangNode | undefined =>
  node?.kind === "ImplicitCastExpr" ? partsOf(node)[0] : node;

/** What an arm reads. */
function armsOf(arm: Step): ClangNode[] {
  if (arm.kind === "declaration") return arm.initial === undefined ? [] : [arm.initial];
  return [partsOf(arm.node)[1] as ClangNode];
}

function notUnderstood(variable: ClangNode): Refusal {
  return new Refusal(
    `the initial value of ${variable.name ?? "this variable"} (${variable.type?.qualType ?? ""}) is not understood yet`,
    offsetOf(variable),
  );
}

/** One block of a function, carried out with what is known: what it leaves for the residual code, and what is known then. */
import {
  bare,
  type ClangNode,
  isThere,
  offsetOf,
  partsOf,
  spelledType,
  variableOf,
  walk,
} from "./clang-tree.js";
import { type Evaluated, evaluate, NOTHING, type Surroundings } from "./evaluate.js";
import { binary, type IntegerType, integerType, literal, wrap } from "./integers.js";
import { choiceOf, type Step } from "./lower.js";
import { Refusal } from "./refusal.js";

/** What is known at a point; changed as a block is carried out. */
export interface State {
  readonly variables: Map<string, bigint>;
  readonly members: Map<string, bigint>;
}

/** Kinds that {@link evaluate} looks into; all others are written as they are. */
const READ =
  /^(ParenExpr|ConstantExpr|IntegerLiteral|CharacterLiteral|StringLiteral|DeclRefExpr|MemberExpr|ArraySubscriptExpr|ImplicitCastExpr|CStyleCastExpr|UnaryOperator|BinaryOperator|CompoundAssignOperator|ConditionalOperator|CallExpr|UnaryExprOrTypeTraitExpr)$/;

/** `types`: the variables that are followed; `emit` takes residual statements in their order. */
export function createWorker(
  state: State,
  types: ReadonlyMap<string, IntegerType>,
  around: Surroundings,
  emit: (text: string, node: ClangNode) => void,
) {
  const nameOf = (node: ClangNode, id: string) =>
    around.names.get(id) ?? bare(node).referencedDecl?.name ?? "";
  const makeDynamic = (id: string, name: string, node: ClangNode) => {
    const value = state.variables.get(id);
    const type = types.get(id);
    if (value === undefined || type === undefined) return;
    emit(`${name} = ${literal(value, type)};`, node);
    state.variables.delete(id);
  };
  /** What is written inside, or stands in what is not looked into, is not known any more. */
  const prepare = (node: ClangNode, top?: ClangNode) => {
    for (const part of walk(node)) {
      const target = part === top ? undefined : targetOf(part);
      const id = target === undefined ? undefined : variableOf(target);
      if (target !== undefined && id !== undefined) makeDynamic(id, nameOf(target, id), node);
      if (READ.test(part.kind)) continue;
      for (const inner of walk(part)) {
        const named = variableOf(inner);
        if (named !== undefined && inner.kind === "DeclRefExpr")
          makeDynamic(named, nameOf(inner, named), node);
      }
    }
  };
  const read = (node: ClangNode, whole: ClangNode): Evaluated =>
    evaluate(node, { variables: state.variables, members: membersFor(whole) }, around);
  /** A call may write a member before or after it is read, unless it is the whole that is done. */
  const membersFor = (whole: ClangNode): ReadonlyMap<string, bigint> => {
    const calls = [...walk(whole)].filter((part) => part.kind === "CallExpr" || !READ.test(part.kind));
    if (calls.length === 0) return state.members;
    let core = bare(whole);
    while (
      core.kind === "ImplicitCastExpr" ||
      core.kind === "CStyleCastExpr" ||
      (core.kind === "BinaryOperator" && core.opcode === "=")
    )
      core = bare(partsOf(core).at(-1) as ClangNode);
    return calls.length === 1 && core === calls[0] ? state.members : NOTHING.members;
  };
  const forget = (node: ClangNode) => {
    for (const part of walk(node)) {
      if (part.kind === "CallExpr" || !READ.test(part.kind)) return state.members.clear();
      const target = targetOf(part);
      if (target === undefined) continue;
      const id = variableOf(target);
      const member = bare(target).kind === "MemberExpr" ? bare(target).name : undefined;
      if (id === undefined && member === undefined) return state.members.clear();
      for (const path of [...state.members.keys()])
        if (
          id !== undefined
            ? path.startsWith(`${id}-`) || path.startsWith(`${id}.`)
            : new RegExp(`(->|\\.)${member}\\b`).test(path)
        )
          state.members.delete(path);
    }
  };
  const value = (node: ClangNode): Evaluated => {
    prepare(node);
    const found = read(node, node);
    forget(node);
    return found;
  };

  const assign = (id: string, name: string, from: ClangNode, whole: ClangNode): boolean => {
    const type = types.get(id);
    const found = read(from, whole);
    forget(whole);
    if (type !== undefined && found.pure && found.value !== undefined) {
      const held = wrap(found.value, type);
      if (held === found.value) {
        state.variables.set(id, held);
        return false;
      }
    }
    emit(`${name} = ${found.text};`, whole);
    state.variables.delete(id);
    return true;
  };

  const update = (top: ClangNode, target: ClangNode, id: string, type: IntegerType): boolean => {
    const name = nameOf(target, id);
    const before = state.variables.get(id);
    const isStep = top.kind === "UnaryOperator";
    const operand = isStep ? undefined : read(partsOf(top)[1] as ClangNode, top);
    const by = isStep ? 1n : operand?.pure ? operand.value : undefined;
    const promoted: IntegerType =
      type.bits < 32 ? { bits: 32, isSigned: true, isBool: false, suffix: "" } : type;
    const result = isStep ? promoted : integerType(spelledType(top.computeResultType), around.longBits);
    const operator = isStep ? (top.opcode === "++" ? "+" : "-") : (top.opcode as string).slice(0, -1);
    if (before !== undefined && by !== undefined && result !== undefined && !type.isBool) {
      const after = binary(operator, wrap(before, result), by, result);
      if (after !== undefined) {
        state.variables.set(id, wrap(after, type));
        forget(top);
        return false;
      }
    }
    makeDynamic(id, name, top);
    forget(top);
    emit(isStep ? `${name}${top.opcode};` : `${name} ${top.opcode} ${operand?.text};`, top);
    return true;
  };

  return {
    value,
    /** Where a dynamic condition chooses between two known values, each goes its own way. */
    fork(step: Step): { readonly condition: string; readonly states: readonly [State, State] } | undefined {
      const choice = choiceOf(step);
      const type = choice === undefined ? undefined : types.get(choice.variable);
      if (choice === undefined || type === undefined) return undefined;
      const all = [choice.condition, ...choice.arms];
      const isQuiet = all.every((node) =>
        [...walk(node)].every(
          (part) => READ.test(part.kind) && part.kind !== "CallExpr" && targetOf(part) === undefined,
        ),
      );
      if (!isQuiet) return undefined;
      const [condition, ...arms] = all.map((node) => evaluate(node, state, around));
      const values = arms.map((arm) => arm.value);
      if (condition === undefined || condition.value !== undefined) return undefined;
      const states = values.map((value) => {
        if (value === undefined || wrap(value, type) !== value) return undefined;
        return { members: state.members, variables: new Map(state.variables).set(choice.variable, value) };
      });
      const [taken, otherwise] = states;
      if (taken === undefined || otherwise === undefined) return undefined;
      return { condition: condition.text, states: [taken, otherwise] };
    },
    /** True when something of it is left. */
    step(step: Step): boolean {
      if (step.kind === "declaration") {
        const { variable, initial } = step;
        state.variables.delete(variable.id);
        if (initial === undefined) return false;
        const name = around.names.get(variable.id) ?? variable.name ?? "";
        prepare(initial);
        if (bare(initial).kind !== "InitListExpr") return assign(variable.id, name, initial, initial);
        if (/\[/.test(variable.type?.qualType ?? ""))
          throw new Refusal("an array with initial values is not understood yet", offsetOf(variable));
        emit(`${name} = (${variable.type?.qualType})${read(initial, initial).text};`, variable);
        return true;
      }
      let top = bare(step.node);
      while (top.kind === "CStyleCastExpr" && top.castKind === "ToVoid")
        top = bare(partsOf(top)[0] as ClangNode);
      const target = targetOf(top);
      const id = target === undefined ? undefined : variableOf(target);
      const type = id === undefined ? undefined : types.get(id);
      prepare(top, type === undefined ? undefined : top);
      if (target !== undefined && id !== undefined && type !== undefined) {
        if (top.kind === "BinaryOperator")
          return assign(id, nameOf(target, id), partsOf(top)[1] as ClangNode, top);
        return update(top, target, id, type);
      }
      const found = read(top, top);
      forget(top);
      if (found.pure) return false;
      emit(`${found.text};`, top);
      return true;
    },
  };
}

/** What a node writes. */
function targetOf(node: ClangNode): ClangNode | undefined {
  const isWrite =
    (node.kind === "BinaryOperator" && node.opcode === "=") ||
    node.kind === "CompoundAssignOperator" ||
    (node.kind === "UnaryOperator" && (node.opcode === "++" || node.opcode === "--"));
  const [target] = partsOf(node);
  return isWrite && isThere(target) ? target : undefined;
}

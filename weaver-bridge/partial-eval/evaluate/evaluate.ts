/**
 * An expression carried out with what is known: its value, or what is left of it as C text. Writes of known values to locals
 * happen in the state and leave nothing. Texts are made when they are wanted: only then has the residual program to have in
 * memory what the text reads.
 */

import { literal, wrap } from "../objects/integers.js";
import type { Memory } from "../objects/memory.js";
import type { State } from "../objects/state.js";
import type { Surroundings } from "../objects/surroundings.js";
import { isFunction, isNumber, type Value } from "../objects/values.js";
import { Refusal } from "../refusal.js";
import { bare, type ClangNode, isThere, partsOf, spelledType, targetOf, walk } from "../tree/clang-tree.js";
import { evaluateChoice, evaluateLogical } from "./choices.js";
import { evaluateCast } from "./conversions.js";
import {
  type Evaluated,
  type Evaluation,
  group,
  type Located,
  PRIMARY,
  toldBefore,
  UNARY,
  withoutValue,
} from "./evaluated.js";
import { locateNode } from "./locate.js";
import { evaluateBinary, evaluateUnary } from "./operators.js";
import { hole, known, literalOf, opaque } from "./residual-text.js";
import { evaluateListCall, evaluateNext } from "./variable-arguments.js";
import { assign, evaluateAssignment, evaluateUpdate } from "./writes.js";

export interface Evaluator {
  readonly evaluate: (node: ClangNode) => Evaluated;
  readonly locate: (node: ClangNode) => Located;
  /** True when a residual statement is left, whose text is given. */
  readonly assign: (
    target: Located,
    from: Evaluated,
    type: string,
    node: ClangNode,
  ) => (() => string) | undefined;
}

export function createEvaluator(state: State, memory: Memory, around: Surroundings): Evaluator {
  const on: Evaluation = {
    ...{ state, memory, around, depth: state.frames.length - 1 },
    evaluate: (node) => {
      const found = orAsWritten(on, node, asTold(on, node, evaluateNode(on, node)));
      around.observe?.(node, found.value !== undefined && found.pure, found.value);
      return withSpelling(around, node, found);
    },
    locate: (node) => {
      const found = locateNode(on, node);
      return found.joint === undefined ? withSpelling(around, node, found) : found;
    },
  };
  return {
    evaluate: on.evaluate,
    locate: on.locate,
    assign: (target, from, type, node) => assign(on, target, from, type, node),
  };
}

/** A comparison that came out the same before. */
function asTold(on: Evaluation, node: ClangNode, found: Evaluated): Evaluated {
  const isComparison = /^(==|!=|<|>|<=|>=|!)$/.test(node.opcode ?? "");
  if (!isComparison || found.value !== undefined || !found.pure) return found;
  const told = toldBefore(on, node);
  return told === undefined ? found : known(on, node, BigInt(told), { ...found, changed: true });
}

/** What has a part without a text of its own (what macros make of macros) is written as it is, where that has one. */
function orAsWritten(on: Evaluation, node: ClangNode, found: Evaluated): Evaluated {
  if (!found.changed || !(HOLDS_PARTS.test(node.kind) && hasStatements(node)) || writesHere(node))
    return found;
  return {
    ...found,
    text: () => {
      try {
        return found.text();
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return opaque(on, node).text();
      }
    },
  };
}

const HOLDS_PARTS =
  /^(ParenExpr|CallExpr|MemberExpr|ImplicitCastExpr|CStyleCastExpr|UnaryOperator|BinaryOperator)$/;

const hasStatements = (node: ClangNode) => [...walk(node)].some(({ kind }) => kind === "StmtExpr");

/** Outside of `({ … })`, which is not carried out while it is looked at. */
function writesHere(node: ClangNode): boolean {
  if (node.kind === "StmtExpr") return false;
  return targetOf(node) !== undefined || partsOf(node).some((part) => isThere(part) && writesHere(part));
}

function withSpelling<Found extends Evaluated | Located>(
  around: Surroundings,
  node: ClangNode,
  found: Found,
): Found {
  if (found.changed) return found;
  return {
    ...found,
    text: () => {
      // What it reads has to be in memory also where the text is taken as it is written.
      const made = found.text();
      return around.spelling(node) ?? made;
    },
  };
}

function evaluateNode(on: Evaluation, node: ClangNode): Evaluated {
  const parts = partsOf(node);
  const sub = (at: number) => on.evaluate(parts[at] as ClangNode);
  switch (node.kind) {
    case "ParenExpr": {
      const inner = sub(0);
      if (inner.changed) return inner;
      return { ...inner, text: () => `(${inner.text()})`, level: PRIMARY };
    }
    case "ConstantExpr": {
      const inner = sub(0);
      return node.value === undefined ? inner : { ...inner, value: BigInt(node.value) };
    }
    case "IntegerLiteral":
    case "CharacterLiteral": {
      const type = on.around.types.integer(node.type);
      const spelled = BigInt(node.value as string | number);
      const value = type === undefined ? spelled : wrap(spelled, type);
      const text = type === undefined ? hole(on, node) : () => literal(value, type);
      return { value, text, level: PRIMARY, changed: false, pure: true };
    }
    case "FloatingLiteral":
      return { text: hole(on, node), level: PRIMARY, changed: false, pure: true };
    case "DeclRefExpr":
      return evaluateName(on, node);
    case "ImplicitCastExpr":
    case "CStyleCastExpr":
      return evaluateCast(on, node);
    case "UnaryOperator":
      return evaluateUnary(on, node);
    case "BinaryOperator":
      if (node.opcode === "=") return evaluateAssignment(on, node);
      if (node.opcode === "&&" || node.opcode === "||") return evaluateLogical(on, node);
      return evaluateBinary(on, node);
    case "CompoundAssignOperator":
      return evaluateUpdate(on, node, node.opcode?.slice(0, -1) as string, sub(1));
    case "ConditionalOperator":
      return evaluateChoice(on, node);
    case "VAArgExpr":
      return evaluateNext(on, node);
    case "CallExpr": {
      const list = evaluateListCall(on, node);
      if (list !== undefined) return list;
      const [callee, ...args] = parts.map((_, at) => sub(at)) as [Evaluated, ...Evaluated[]];
      const text = () => {
        const name = calledText(on, parts[0] as ClangNode, callee);
        const said = args.map((one) => group(one, 2)).join(", ");
        noteCall(on, node, callee.value);
        return `${name}(${said})`;
      };
      const [first] = args;
      const isHint = isFunction(callee.value) && /^__builtin_expect/.test(callee.value.function);
      // What is known needs no hint.
      if (isHint && first?.pure === true && isNumber(first.value))
        return { value: first.value, ...literalOf(on, first.value, node), changed: true, pure: true };
      const pure = isHint && args.every((one) => one.pure);
      return { text, level: PRIMARY, changed: [callee, ...args].some((one) => one.changed), pure };
    }
    case "AddrLabelExpr": {
      const value = { label: node.labelDeclId ?? "", name: node.name ?? "" };
      return { value, text: hole(on, node), level: UNARY, changed: true, pure: true };
    }
    case "UnaryExprOrTypeTraitExpr": {
      if (node.name !== "sizeof") return opaque(on, node);
      const type = node.argType ?? (parts[0] === undefined ? undefined : bare(parts[0]).type);
      const value =
        type === undefined || /\[\w*[A-Za-z]/.test(type.qualType)
          ? undefined
          : on.around.types.size(on.around.types.canonical(type));
      const text = () => {
        if (node.argType !== undefined) return `sizeof(${node.argType.qualType})`;
        // In a macro it has no text of its own.
        const isSaid = value === undefined || on.around.spelling(node) !== undefined;
        return isSaid ? hole(on, node)() : literalOf(on, value, node).text();
      };
      return { value, text, level: PRIMARY, changed: false, pure: true };
    }
    default:
      return opaque(on, node);
  }
}

/** What is called, as C takes it: a number told as a function, and another type than the function has kept apart from it. */
function calledText({ around }: Evaluation, node: ClangNode, callee: Evaluated): string {
  const text = group(callee, PRIMARY);
  if (!callee.changed) return text;
  const type = around.records.typeText(node.type?.qualType ?? "");
  if (isNumber(callee.value)) return `((${type})${text})`;
  const name = isFunction(callee.value) ? callee.value.function : undefined;
  const own = around.program.declared.find((one) => one.kind === "FunctionDecl" && one.name === name)?.type;
  const asked = spelledType(node.type).replace("(*)", "").replace(/\s+/g, " ");
  if (
    own === undefined ||
    asked === spelledType(own).replace(/\s+/g, " ") ||
    isSameCall(around, own.qualType, asked)
  )
    return text;
  // Compilers make a trap of a call of a named function as something else.
  return `({ __typeof__(${type}) __called = (${type})${text}; __called; })`;
}

/** But for typedefs. */
function isSameCall({ types }: Surroundings, one: string, other: string): boolean {
  const parts = (type: string) =>
    (/^((?:[^(]*[^(\s])?)\s*\((.*)\)[^()]*$/.exec(type)?.slice(1) ?? [])
      .flatMap((part) => part.split(","))
      .map((part) => types.canonical(part.trim()))
      .join();
  return parts(one) === parts(other);
}

function evaluateName(on: Evaluation, node: ClangNode): Evaluated {
  const { name = "", kind } = node.referencedDecl ?? {};
  const plain = { text: () => name, level: PRIMARY, changed: false, pure: true };
  if (kind === "EnumConstantDecl") {
    const { program, records } = on.around;
    return { ...plain, value: program.enumerators.get(name) ?? records.valueOf(name) };
  }
  if (kind === "FunctionDecl") return { ...plain, value: { function: name } };
  return withoutValue(on.locate(node));
}

/** Of the compiler: they order what is written, and write nothing. */
const FENCE = /^__(?:sync_synchronize|atomic_(?:thread|signal)_fence)$/;

function noteCall({ around, memory }: Evaluation, call: ClangNode, callee: Value | undefined): void {
  const name = isFunction(callee) ? callee.function : undefined;
  const written = name === undefined ? undefined : around.writesOf(name);
  if (written !== undefined) memory.forgetWritten(written, call);
  else if (name !== undefined && FENCE.test(name)) memory.forgetAtBarrier(call);
  else if (name === undefined || !around.isQuiet(name)) memory.forgetAll(call);
  else if (!around.isBlind(name)) memory.settleShared(call);
}

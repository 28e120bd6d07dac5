/**
 * An expression carried out with what is known: its value, or what is left of it as C text. Writes of known values to locals
 * happen in the state and leave nothing. Texts are made when they are wanted: only then has the residual program to have in
 * memory what the text reads.
 */

import { ASM_GOTO } from "../lower/assembly.js";
import { literal, wrap } from "../objects/integers.js";
import { asksExpression } from "../objects/local-records.js";
import type { Memory } from "../objects/memory.js";
import type { State } from "../objects/state.js";
import type { Surroundings } from "../objects/surroundings.js";
import { Refusal } from "../refusal.js";
import { bare, type ClangNode, isThere, partsOf, targetOf, variableOf, walk } from "../tree/clang-tree.js";
import { evaluateAssembly } from "./assembly-text.js";
import { evaluateCall } from "./calls.js";
import { evaluateChoice, evaluateLogical } from "./choices.js";
import { evaluateCast } from "./conversions.js";
import {
  type Evaluated,
  type Evaluation,
  type Located,
  PRIMARY,
  refused,
  toldBefore,
  UNARY,
  withoutValue,
} from "./evaluated.js";
import { locateNode } from "./locate.js";
import { evaluateOffset } from "./member-offset.js";
import { evaluateBinary, evaluateUnary } from "./operators.js";
import { hole, known, listOfParts, literalOf, opaque } from "./residual-text.js";
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

type Reader = (on: Evaluation, node: ClangNode) => Evaluated;

/** By the node's kind; what has no row is left as it is written. */
const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["ParenExpr", evaluateGroup],
  ["ConstantExpr", evaluateConstant],
  ["IntegerLiteral", evaluateInteger],
  ["CharacterLiteral", evaluateInteger],
  ["FloatingLiteral", (on, node) => ({ text: hole(on, node), level: PRIMARY, changed: false, pure: true })],
  ["DeclRefExpr", evaluateName],
  ["ImplicitCastExpr", evaluateCast],
  ["CStyleCastExpr", evaluateCast],
  ["UnaryOperator", evaluateUnary],
  ["BinaryOperator", evaluateOperator],
  ["CompoundAssignOperator", evaluateCompound],
  ["ConditionalOperator", evaluateChoice],
  ["VAArgExpr", evaluateNext],
  ["CallExpr", (on, node) => evaluateListCall(on, node) ?? evaluateCall(on, node)],
  ["InitListExpr", (on, node) => listOfParts(on, node) ?? opaque(on, node)],
  ["GCCAsmStmt", evaluateAssembly],
  [ASM_GOTO, evaluateAssembly],
  ["AddrLabelExpr", evaluateLabel],
  ["UnaryExprOrTypeTraitExpr", evaluateSize],
  ["OffsetOfExpr", evaluateOffset],
]);

const evaluateNode: Reader = (on, node) => (READERS.get(node.kind) ?? opaque)(on, node);

const partAt = (node: ClangNode, at: number) => partsOf(node)[at] as ClangNode;

function evaluateGroup(on: Evaluation, node: ClangNode): Evaluated {
  const inner = on.evaluate(partAt(node, 0));
  if (inner.changed) return inner;
  return { ...inner, text: () => `(${inner.text()})`, level: PRIMARY };
}

function evaluateConstant(on: Evaluation, node: ClangNode): Evaluated {
  const inner = on.evaluate(partAt(node, 0));
  return node.value === undefined ? inner : { ...inner, value: BigInt(node.value) };
}

function evaluateInteger(on: Evaluation, node: ClangNode): Evaluated {
  const type = on.around.types.integer(node.type);
  const spelled = BigInt(node.value as string | number);
  const value = type === undefined ? spelled : wrap(spelled, type);
  const text = type === undefined ? hole(on, node) : () => literal(value, type);
  return { value, text, level: PRIMARY, changed: false, pure: true };
}

function evaluateOperator(on: Evaluation, node: ClangNode): Evaluated {
  if (node.opcode === "=") return evaluateAssignment(on, node);
  if (node.opcode === "&&" || node.opcode === "||") return evaluateLogical(on, node);
  return evaluateBinary(on, node);
}

function evaluateCompound(on: Evaluation, node: ClangNode): Evaluated {
  return evaluateUpdate(on, node, node.opcode?.slice(0, -1) as string, on.evaluate(partAt(node, 1)));
}

function evaluateLabel(on: Evaluation, node: ClangNode): Evaluated {
  const value = { label: node.labelDeclId ?? "", name: node.name ?? "" };
  return { value, text: hole(on, node), level: UNARY, changed: true, pure: true };
}

function evaluateSize(on: Evaluation, node: ClangNode): Evaluated {
  if (node.name !== "sizeof") return opaque(on, node);
  const [operand] = partsOf(node);
  const type = node.argType ?? (operand === undefined ? undefined : bare(operand).type);
  const value =
    type === undefined || /\[\w*[A-Za-z]/.test(type.qualType)
      ? undefined
      : on.around.types.size(on.around.types.canonical(type));
  // As it is written it may ask of another variable there, and in a macro it has no text of its own.
  const isRenamed = walk(node).some((part) => variableOf(part) !== undefined && on.locate(part).changed);
  const text = () => {
    const { argType } = node;
    if (argType !== undefined) return `sizeof(${on.around.records.typeText(argType)})`;
    if (!isRenamed && (value === undefined || on.around.spelling(node) !== undefined))
      return hole(on, node)();
    if (value === undefined) throw refused(node);
    return literalOf(on, value, node).text();
  };
  const changed = isRenamed || asksExpression(node.argType);
  return { value, text, level: PRIMARY, changed, pure: true };
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

/**
 * The part of an expression that is carried out by itself, before the rest: a call that may be followed, a choice between
 * calls, statements in parentheses. The rest reads its value from a variable.
 */
import {
  bare,
  type ClangNode,
  type ClangType,
  isThere,
  partsOf,
  variableOf,
  walk,
} from "../tree/clang-tree.js";
import { canStandAlone, isHarmless, withHarmless, withoutValue } from "./inner-statements.js";
import { asArm, type Split } from "./split-choice.js";
import { isSettled, RESULT, type Steadiness } from "./steadiness.js";

export interface FirstCall {
  readonly call: ClangNode;
  readonly result: ClangNode | undefined;
  readonly rest: ClangNode | undefined;
  /** Variables for what the compiler carries out before it. */
  readonly before: readonly Before[];
}

interface Before {
  readonly variable: ClangNode;
  readonly initial: ClangNode;
}

/** How compilers carry out what C leaves open. */
export interface Order {
  readonly isSteady: Steadiness;
  readonly setting: { readonly isFromRight: boolean };
}

/**
 * The first call in an expression that is no more than calls, from left to right, and what no call changes; what is left
 * when its result is in a variable.
 */
export function calledIn(
  whole: ClangNode,
  mayInline: (call: ClangNode) => boolean,
  { isSteady, setting }: Order,
): FirstCall | undefined {
  for (const call of callsIn(whole, setting.isFromRight)) {
    const found = mayInline(call) ? withoutCall(whole, call, { isSteady, setting }) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

const isCall = ({ kind }: ClangNode): boolean => kind === "CallExpr";

/** In the order in which they are carried out: those in its arguments come before a call. */
export function callsIn(whole: ClangNode, isFromRight = false): ClangNode[] {
  if (whole.kind === "StmtExpr" || !isThere(whole)) return [];
  const parts = isCall(whole) && isFromRight ? [...partsOf(whole)].reverse() : partsOf(whole);
  const inner = parts.flatMap((part) => callsIn(part, isFromRight));
  return isCall(whole) ? [...inner, whole] : inner;
}

function withoutCall(whole: ClangNode, call: ClangNode, { isSteady, setting }: Order): FirstCall | undefined {
  if (call.type?.qualType === "void") {
    let core = bare(whole);
    while (core.kind === "CStyleCastExpr") core = bare(partsOf(core)[0] as ClangNode);
    return core === call ? { call, result: undefined, rest: undefined, before: [] } : undefined;
  }
  const result: ClangNode = {
    id: `${RESULT}${call.id}`,
    kind: "VarDecl",
    name: "result",
    type: call.type as ClangType,
  };
  const before: Before[] = [];
  const rest = withPart(whole, (node) => node === call, readOfResult(result), isSteady, {
    isFromRight: setting.isFromRight,
    moved: before,
  });
  return rest && { call, result, rest, before };
}

/** What stands before a part may be carried out before it, into variables of its own. */
interface Moving {
  readonly isFromRight: boolean;
  readonly moved: Before[];
}

function movedOut(node: ClangNode, { moved }: Moving): ClangNode | undefined {
  const said = `${node.type?.qualType}`;
  if (node.type === undefined || /^void$|\bunnamed\b|\banonymous\b|\]$|\bvolatile\b/.test(said))
    return undefined;
  const variable: ClangNode = { id: `${RESULT}${node.id}`, kind: "VarDecl", name: "before", type: node.type };
  moved.push({ variable, initial: node });
  return readOfResult(variable);
}

/** `node` with another for a part of it; what is beside it is calls that come later, and what no call changes. */
function withPart(
  node: ClangNode,
  isPart: (node: ClangNode) => boolean,
  other: ClangNode,
  isSteady: Steadiness,
  moving?: Moving,
): ClangNode | undefined {
  if (isPart(node)) return other;
  const parts = partsOf(node);
  const { range: _, ...around } = node;
  const within = (at: number | undefined): ClangNode | undefined => {
    if (at === undefined) return undefined;
    const inner = withPart(parts[at] as ClangNode, isPart, other, isSteady, moving);
    return inner && { ...around, inner: parts.map((part, index) => (index === at ? inner : part)) };
  };
  if (isUnary(node)) return within(0);
  if (node.kind === "MemberExpr" && isPart(bare(parts[0] as ClangNode))) return memberOf(node, other);
  if (node.kind === "CallExpr")
    return moving === undefined
      ? within(argumentWith(node, isPart, isSteady))
      : withArgument(node, isPart, other, isSteady, moving);
  if (node.kind !== "BinaryOperator" && node.kind !== "CompoundAssignOperator") return undefined;
  const [left, right] = parts as [ClangNode, ClangNode];
  if (isStore(node)) return isStoreSteady(node, left, isSteady) ? within(1) : undefined;
  if (!/^(==|!=|<|>|<=|>=|\+|-|\*|\/|%|<<|>>|&|\||\^)$/.test(node.opcode ?? "")) return undefined;
  const isLeft = walk(left).some((part) => part.kind !== "StmtExpr" && isPart(part));
  if (isLeft) return isOfCalls(right, isSteady) ? within(0) : undefined;
  if (isSteady(left)) return within(1);
  const moved = moving !== undefined && isOfCalls(left, isSteady) ? movedOut(left, moving) : undefined;
  const rest = moved && withPart(right, isPart, other, isSteady, moving);
  return moved && rest && { ...around, inner: [moved, rest] };
}

const isStore = ({ kind, opcode }: ClangNode) => kind === "CompoundAssignOperator" || opcode === "=";

/** Whether what is computed for the store may come after what is read and found for it. */
function isStoreSteady(node: ClangNode, target: ClangNode, isSteady: Steadiness): boolean {
  if (node.kind === "BinaryOperator") return isSettled(target, isSteady);
  const read = { ...target, kind: "ImplicitCastExpr", castKind: "LValueToRValue", inner: [target] };
  return variableOf(target) !== undefined && isSteady(read);
}

/** Parentheses, conversions, signs: what has one part, and is of its value. */
function isUnary({ kind, opcode = "" }: ClangNode): boolean {
  if (kind === "UnaryOperator") return /^[!~+-]$/.test(opcode);
  return /^(ParenExpr|ImplicitCastExpr|CStyleCastExpr)$/.test(kind);
}

/** Of a call the part of one argument; the arguments that come before it, and what is called, are carried out before. */
function withArgument(
  call: ClangNode,
  isPart: (node: ClangNode) => boolean,
  other: ClangNode,
  isSteady: Steadiness,
  moving: Moving,
): ClangNode | undefined {
  const parts = partsOf(call);
  const at = parts.findIndex((one) => walk(one).some((part) => part.kind !== "StmtExpr" && isPart(part)));
  const [callee] = parts;
  if (at < 1 || callee === undefined) return undefined;
  const isNamed =
    /^(FunctionToPointerDecay|BuiltinFnToFnPtr)$/.test(bare(callee).castKind ?? "") && isName(callee);
  const isEarlier = (index: number) =>
    index === 0 ? !isNamed : moving.isFromRight ? index > at : index < at;
  const order = [...parts.keys()].sort((one, two) =>
    moving.isFromRight && one > 0 && two > 0 ? two - one : one - two,
  );
  const found = new Map<number, ClangNode>();
  for (const index of order) {
    const part = parts[index] as ClangNode;
    if (!isEarlier(index) || isSteady(part)) continue;
    const read = movedOut(part, moving);
    if (read === undefined) return undefined;
    found.set(index, read);
  }
  const inner = withPart(parts[at] as ClangNode, isPart, other, isSteady, moving);
  const { range: _, ...around } = call;
  return (
    inner && {
      ...around,
      inner: parts.map((part, index) => (index === at ? inner : (found.get(index) ?? part))),
    }
  );
}

const isName = (callee: ClangNode): boolean =>
  bare(partsOf(bare(callee))[0] as ClangNode).referencedDecl?.kind === "FunctionDecl";

/** `f().m`, of what `f` gave. */
function memberOf(node: ClangNode, value: ClangNode): ClangNode | undefined {
  const [object] = partsOf(value);
  const isValue = value.castKind === "LValueToRValue" && object !== undefined && node.isArrow !== true;
  if (!isValue || node.type === undefined || /\]$/.test(node.type.desugaredQualType ?? node.type.qualType))
    return undefined;
  const { range: _, ...around } = node;
  const member: ClangNode = { ...around, inner: [object] };
  return {
    id: `${node.id}:value`,
    kind: "ImplicitCastExpr",
    castKind: "LValueToRValue",
    type: node.type,
    inner: [member],
  };
}

/** Compilers carry arguments out in any order: the others are what no call changes. */
function argumentWith(
  call: ClangNode,
  isPart: (node: ClangNode) => boolean,
  isSteady: Steadiness,
): number | undefined {
  const [callee, ...given] = partsOf(call);
  const isNamed = callee !== undefined && /^FunctionToPointerDecay$/.test(bare(callee).castKind ?? "");
  const at = given.findIndex((one) => walk(one).some((part) => part.kind !== "StmtExpr" && isPart(part)));
  const isAlone = given.every((one, index) => index === at || isSteady(one));
  return isNamed && at !== -1 && isAlone ? at + 1 : undefined;
}

/** Operators over calls and what no call changes: compilers carry such operands out after what stands before them. */
function isOfCalls(node: ClangNode, isSteady: Steadiness): boolean {
  if (node.kind === "CallExpr" || isSteady(node) || isMemberOfCall(node)) return true;
  const isPlain =
    /^(ParenExpr|ImplicitCastExpr|CStyleCastExpr|ConditionalOperator)$/.test(node.kind) ||
    (node.kind === "UnaryOperator" && /^[!~+-]$/.test(node.opcode ?? "")) ||
    (node.kind === "BinaryOperator" && !/^[=,]$/.test(node.opcode ?? ""));
  return (
    isPlain && node.castKind !== "LValueToRValue" && partsOf(node).every((part) => isOfCalls(part, isSteady))
  );
}

const isMemberOfCall = (node: ClangNode): boolean =>
  node.kind === "MemberExpr" && node.isArrow !== true && partsOf(node).every((part) => isCall(bare(part)));

/** Of variables for what calls gave. */

export interface ChoiceOfCalls extends Split {
  readonly whole: (arm: ClangNode) => ClangNode;
}

/** A value that is chosen after a call that may be followed, or by one. */
export function choiceIn(
  whole: ClangNode,
  mayInline: (call: ClangNode) => boolean,
  isSteady: Steadiness,
): ChoiceOfCalls | undefined {
  const isChoice = (node: ClangNode) =>
    node.kind === "ConditionalOperator" ||
    (node.kind === "BinaryOperator" && (node.opcode === "&&" || node.opcode === "||"));
  const choice = find(whole, isChoice);
  if (choice === undefined || choice.type?.qualType === "void") return undefined;
  const isWorth = (part: ClangNode) =>
    part.kind === "StmtExpr" || (part.kind === "CallExpr" && mayInline(part));
  if (!walk(choice).some(isWorth)) return undefined;
  const put = (arm: ClangNode) => withPart(whole, (node) => node === choice, arm, isSteady);
  if (put(choice) === undefined) return undefined;
  const parts = partsOf(choice) as [ClangNode, ClangNode, ClangNode];
  const number = (value: string): ClangNode => ({
    id: `${choice.id}:${value}`,
    kind: "IntegerLiteral",
    value,
    ...(choice.type === undefined ? {} : { type: choice.type }),
  });
  const split: Split =
    choice.kind === "ConditionalOperator"
      ? { condition: parts[0], arms: [asArm(parts[1]), asArm(parts[2])] }
      : { condition: choice, arms: [number("1"), number("0")] };
  return { ...split, whole: (arm) => put(arm) ?? arm };
}

function readOfResult({ id, name = "", type }: ClangNode): ClangNode {
  const named = type === undefined ? {} : { type };
  const reference: ClangNode = {
    id: `${id}:name`,
    kind: "DeclRefExpr",
    referencedDecl: { id, kind: "VarDecl", name },
    ...named,
  };
  return {
    id: `${id}:value`,
    kind: "ImplicitCastExpr",
    castKind: "LValueToRValue",
    inner: [reference],
    ...named,
  };
}

export interface Statements {
  /** `({ … })` */
  readonly expression: ClangNode;
  readonly statements: readonly ClangNode[];
  /** Its value, the variable for it, and what reads that. */
  readonly value?: ClangNode | undefined;
  readonly result?: ClangNode | undefined;
  readonly rest?: ClangNode | undefined;
}

/** `({ … })` in an expression, where what is beside it comes later or can't tell the difference. */
export function statementsIn(whole: ClangNode, isSteady: Steadiness): Statements | undefined {
  const expression = find(whole, ({ kind }) => kind === "StmtExpr");
  const body = expression === undefined ? undefined : partsOf(expression)[0];
  if (expression?.type === undefined || body === undefined || !canStandAlone(body)) return undefined;
  if (expression.type.qualType === "void") return undefined;
  const all = partsOf(body);
  const result: ClangNode = {
    id: RESULT + expression.id,
    kind: "VarDecl",
    name: "value",
    type: expression.type,
  };
  const other = readOfResult(result);
  const rest = isHarmless(body)
    ? withHarmless(whole, expression, other)
    : withPart(whole, (node) => node === expression, other, isSteady);
  return rest && { expression, statements: all.slice(0, -1), value: all.at(-1), result, rest };
}

/** `({ … });` */
export function unusedStatements(whole: ClangNode): Statements | undefined {
  const expression = withoutValue(whole);
  const body = expression.kind === "StmtExpr" ? partsOf(expression)[0] : undefined;
  return body && canStandAlone(body) ? { expression, statements: partsOf(body) } : undefined;
}

/** The first, from left to right. */
function find(node: ClangNode, isMeant: (node: ClangNode) => boolean): ClangNode | undefined {
  if (isMeant(node)) return node;
  for (const part of partsOf(node)) {
    const found = isThere(part) ? find(part, isMeant) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Conditions as comparisons of something with a constant, so that two tests of the same can be told. */
import { constantOf } from "../evaluate/constant.js";
import { isUnderstood } from "../evaluate/evaluated.js";
import type { Surroundings } from "../objects/surroundings.js";
import { isNumber } from "../objects/values.js";
import { bare, type ClangNode, isThere, partsOf, targetOf, variableOf, walk } from "../tree/clang-tree.js";
import { typeRange } from "./type-range.js";
import { isRelation, type Relation, TURNED, type ValueRange } from "./value-range.js";

export interface Reads {
  /** Variables that only their names lead to, also where a part of them is read. */
  readonly variables: ReadonlySet<string>;
  readonly memory: boolean;
}

/** What is known of an expression. */
export interface Known {
  readonly range: ValueRange;
  readonly reads: Reads;
}

export type Facts = ReadonlyMap<string, Known>;

/** Only the function's own code names the variable. */
export type IsOwn = (id: string) => boolean;

/** A comparison of something with a constant, or of two things with each other. */
export interface Test {
  readonly key: string;
  readonly what: ClangNode;
  /** Of two things: the first against the second is below, at or above zero. */
  readonly sides?: Sides | undefined;
  readonly relation: Relation;
  readonly by: bigint;
  /** What it means for the condition that the comparison holds. */
  readonly isTrue: boolean;
  /** All that it may be. */
  readonly all: ValueRange;
  readonly reads: Reads;
}

export function testOf(condition: ClangNode, around: Surroundings, isOwn: IsOwn): Test | undefined {
  const reads = readsOf(condition, isOwn);
  const said = reads && comparisonOf(condition, around, true);
  const compared = said && withSides(said, around);
  if (reads === undefined || compared === undefined) return undefined;
  const { what, sides } = compared;
  if (sides !== undefined)
    return {
      ...compared,
      key: `${sides.map((side) => structureOf(side, around)).join(" against ")}`,
      all: SIGNS,
      reads,
    };
  const all = typeRange(what, around.types);
  return all && { ...compared, key: structureOf(what, around), all, reads };
}

const SIGNS: ValueRange = { least: -1n, most: 1n, not: [] };

/** What is a comparison, or asked as a condition, within an expression: where it comes out one way, it is a number. */
export function comparisonsIn(whole: ClangNode): ClangNode[] {
  return walk(whole).flatMap((node) => {
    const [first, second] = partsOf(node) as [ClangNode, ClangNode];
    if (node.kind === "ConditionalOperator") return [first];
    if (node.kind === "UnaryOperator" && node.opcode === "!") return [node, first];
    if (node.kind !== "BinaryOperator") return [];
    if (node.opcode === "&&" || node.opcode === "||") return [first, second];
    return isRelation(node.opcode) ? [node] : [];
  });
}

/** Of what is compared with each `case`; undefined where it is a comparison itself. */
export function testOfValue(value: ClangNode, around: Surroundings, isOwn: IsOwn): Test | undefined {
  const test = testOf(value, around, isOwn);
  return test?.sides === undefined && test?.what === core(value, around) ? test : undefined;
}

type Sides = readonly [ClangNode, ClangNode];
type Comparison = Pick<Test, "what" | "sides" | "relation" | "by" | "isTrue">;

/** `a < b`, and `a ^ b` or `a - b` as to whether it is zero, are about what `a` is against `b`; always in one order. */
function withSides(compared: Comparison, around: Surroundings): Comparison {
  const { what, relation, by, isTrue } = compared;
  const [first, second] = partsOf(what);
  const isZeroTest = by === 0n && (relation === "==" || relation === "!=");
  if (what.kind !== "BinaryOperator" || !isZeroTest || !isThere(first) || !isThere(second)) return compared;
  const { types } = around;
  const isNumeral = [first, second].every((side) => types.integer(side.type) !== undefined);
  const isComparable = isNumeral || [first, second].every((side) => types.isPointer(side.type));
  const sides = (said: Relation, isSo: boolean): Comparison => {
    const isTurned = structureOf(first, around) > structureOf(second, around);
    return isTurned
      ? { what, sides: [second, first], relation: TURNED[said], by: 0n, isTrue: isSo }
      : { what, sides: [first, second], relation: said, by: 0n, isTrue: isSo };
  };
  if (isRelation(what.opcode) && isComparable)
    return sides(what.opcode, relation === "!=" ? isTrue : !isTrue);
  if (/^[-^]$/.test(what.opcode ?? "") && isNumeral) return sides(relation, isTrue);
  return compared;
}

function comparisonOf(condition: ClangNode, around: Surroundings, isTrue: boolean): Comparison | undefined {
  const node = core(condition, around);
  const [first, second] = partsOf(node) as [ClangNode, ClangNode];
  if (node.kind === "UnaryOperator" && node.opcode === "!") return comparisonOf(first, around, !isTrue);
  if (node.kind === "CallExpr" && isHint(node)) return comparisonOf(second, around, isTrue);
  const isToBoolean = node.castKind === "PointerToBoolean" || node.castKind === "IntegralToBoolean";
  if (isToBoolean) return comparisonOf(first, around, isTrue);
  const { opcode } = node;
  if (node.kind === "BinaryOperator" && isRelation(opcode)) {
    const [left, right] = [first, second].map((part) =>
      isArgument(part) ? undefined : constantOf(part, around),
    );
    if (isNumber(right)) return { what: core(first, around), relation: opcode, by: right, isTrue };
    if (isNumber(left)) return { what: core(second, around), relation: TURNED[opcode], by: left, isTrue };
  }
  return { what: node, relation: "!=", by: 0n, isTrue };
}

/** Of what is read of an argument nothing is known without a state. */
function isArgument(node: ClangNode): boolean {
  const [only] = partsOf(node);
  if (node.kind !== "ImplicitCastExpr" || !isThere(only)) return false;
  return only.referencedDecl?.kind === "ParmVarDecl" || isArgument(only);
}

/** Without conversions that leave its value as it is. */
function core(node: ClangNode, around: Surroundings): ClangNode {
  const inner = bare(node);
  const [only] = partsOf(inner);
  if (inner.castKind !== "IntegralCast" || !isThere(only)) return inner;
  const [from, to] = [around.types.integer(only.type), around.types.integer(inner.type)];
  if (from === undefined || to === undefined || to.isBool) return inner;
  const isKept =
    from.bits < to.bits
      ? to.isSigned || !from.isSigned
      : from.bits === to.bits && from.isSigned === to.isSigned;
  return isKept ? core(only, around) : inner;
}

/** Undefined where it does more than read. */
function readsOf(condition: ClangNode, isOwn: IsOwn): Reads | undefined {
  const variables = new Set<string>();
  let memory = false;
  for (const node of walk(condition)) {
    const said = `${node.type?.qualType} ${node.type?.desugaredQualType}`;
    if (!isUnderstood(node) || targetOf(node) !== undefined || /\bvolatile\b|_Atomic/.test(said))
      return undefined;
    if (node.kind === "CallExpr" && !isHint(node)) return undefined;
    // Also of a structure whose member is read: it may be written as a whole.
    const named = variableOf(node);
    if (named !== undefined && isOwn(named)) variables.add(named);
    if (node.castKind !== "LValueToRValue") continue;
    const id = variableOf(partsOf(node)[0] as ClangNode);
    if (id === undefined || !isOwn(id)) memory = true;
  }
  return variables.size > 0 || memory ? { variables, memory } : undefined;
}

export const isHint = (call: ClangNode): boolean =>
  walk(partsOf(call)[0] as ClangNode).some(({ referencedDecl }) =>
    /^__builtin_expect/.test(referencedDecl?.name ?? ""),
  );

function structureOf(node: ClangNode, around: Surroundings): string {
  const { kind, opcode, castKind, name, value, referencedDecl, referencedMemberDecl, argType } = bare(node);
  const type = around.types.canonical(bare(node).type);
  const own = [
    kind,
    opcode,
    castKind,
    name,
    value,
    referencedDecl?.id,
    referencedMemberDecl,
    argType?.qualType,
    type,
  ];
  return `${own.join(":")}(${partsOf(bare(node))
    .map((part) => structureOf(part, around))
    .join()})`;
}

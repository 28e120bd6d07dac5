/** Conditions as comparisons of something with a constant, so that two tests of the same can be told. */
import { constantOf } from "../evaluate/constant.js";
import { isUnderstood } from "../evaluate/evaluated.js";
import type { Surroundings } from "../objects/surroundings.js";
import { isNumber } from "../objects/values.js";
import { bare, type ClangNode, isThere, partsOf, targetOf, variableOf, walk } from "../tree/clang-tree.js";
import { typeRange } from "./type-range.js";
import { isRelation, type Relation, TURNED, type ValueRange } from "./value-range.js";

export interface Reads {
  /** Variables that only their names lead to. */
  readonly variables: ReadonlySet<string>;
  readonly memory: boolean;
}

/** Only the function's own code names the variable. */
export type IsOwn = (id: string) => boolean;

/** A comparison of something with a constant. */
export interface Test {
  readonly key: string;
  readonly what: ClangNode;
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
  const compared = reads && comparisonOf(condition, around, true);
  const all = compared && typeRange(compared.what, around.types);
  if (reads === undefined || compared === undefined || all === undefined) return undefined;
  const { what, relation, by, isTrue } = compared;
  return { key: structureOf(what, around), what, relation, by, isTrue, all, reads };
}

/** Of what is compared with each `case`; undefined where it is a comparison itself. */
export function testOfValue(value: ClangNode, around: Surroundings, isOwn: IsOwn): Test | undefined {
  const test = testOf(value, around, isOwn);
  return test?.what === core(value, around) ? test : undefined;
}

interface Comparison {
  readonly what: ClangNode;
  readonly relation: Relation;
  readonly by: bigint;
  readonly isTrue: boolean;
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
    const [left, right] = [first, second].map((part) => constantOf(part, around));
    if (isNumber(right)) return { what: core(first, around), relation: opcode, by: right, isTrue };
    if (isNumber(left)) return { what: core(second, around), relation: TURNED[opcode], by: left, isTrue };
  }
  return { what: node, relation: "!=", by: 0n, isTrue };
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
    if (node.castKind !== "LValueToRValue") continue;
    const id = variableOf(partsOf(node)[0] as ClangNode);
    if (id !== undefined && isOwn(id)) variables.add(id);
    else memory = true;
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

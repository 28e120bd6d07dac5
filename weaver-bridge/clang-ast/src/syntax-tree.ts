/**
 * Reading access to the addon's node rows, with the few notions of C that every question needs: parentheses,
 * implicit conversions, operands. A node is its row number; -1 is no node.
 */
import type { Operand, TextRange } from "../../model/index.js";
import type { RawTypeId, TypeTable } from "./entities/type-table.js";
import { Kind, NodeColumn, type RawUnit } from "./tree/raw-unit.js";

export type Node = number;

export interface SyntaxTree {
  readonly text: string;
  readonly count: number;
  kind(node: Node): number;
  parent(node: Node): Node;
  firstChild(node: Node): Node;
  next(node: Node): Node;
  children(node: Node): Node[];
  start(node: Node): number;
  end(node: Node): number;
  range(node: Node): TextRange;
  type(node: Node): RawTypeId;
  reference(node: Node): number;
  /** Offset of the name token of a reference or declaration. */
  name(node: Node): number;
  /** As `native/src/walk.h` says. */
  value(node: Node): number;
  /** Whether the value of a call has this bit. */
  hasBit(call: Node, bit: number): boolean;
  /** Start of the file-scope declaration that the offset lies in. */
  topLevelOf(offset: number): number;
  /** An implicit conversion: same text as its only child. */
  isConversion(node: Node): boolean;
  /** Without conversions, and without parentheses if asked. */
  inner(node: Node, parentheses?: boolean): Node;
  operand(node: Node): Operand;
  /** Spellings of the node's type, typedefs unfolded one by one. */
  typeNames(node: Node): string[];
}

/** `objects`: as in C++, an object is no value until something copies it. */
export function createSyntaxTree(raw: RawUnit, text: string, types: TypeTable, objects: boolean): SyntaxTree {
  const { nodes } = raw;
  const column = (offset: number) => (node: Node) => nodes[node * NodeColumn.length + offset] as number;
  const kind = column(NodeColumn.kind);
  const firstChild = column(NodeColumn.child);
  const next = column(NodeColumn.next);
  const start = column(NodeColumn.start);
  const end = column(NodeColumn.end);
  const type = column(NodeColumn.type);
  const range = (node: Node) => ({ start: start(node), end: end(node) });
  const isConversion = (node: Node) => {
    if (kind(node) !== Kind.unexposedExpr) return false;
    const child = firstChild(node);
    return child !== -1 && next(child) === -1 && start(child) === start(node) && end(child) === end(node);
  };
  const inner = (node: Node, parentheses = false): Node => {
    let at = node;
    while (isConversion(at) || (parentheses && kind(at) === Kind.parenExpr && firstChild(at) !== -1))
      at = firstChild(at);
    return at;
  };
  // The value that is passed, before it is converted to what is wanted: for an lvalue, what its first conversion
  // makes of it (an array's pointer, an object's unqualified value).
  const operandType = (node: Node): RawTypeId => {
    const value = inner(node);
    if (value === node || !isLvalue(tree, types, inner(value, true))) return type(value);
    if (objects && types.isRecord(type(value))) return type(value);
    let conversion = node;
    while (firstChild(conversion) !== value) conversion = firstChild(conversion);
    return type(conversion);
  };
  const value = column(NodeColumn.value);
  const tree: SyntaxTree = {
    text,
    count: nodes.length / NodeColumn.length,
    kind,
    parent: column(NodeColumn.parent),
    firstChild,
    next,
    children: (node) => {
      const children: Node[] = [];
      for (let child = firstChild(node); child !== -1; child = next(child)) children.push(child);
      return children;
    },
    start,
    end,
    range,
    type,
    reference: column(NodeColumn.reference),
    name: column(NodeColumn.name),
    value,
    hasBit: (call, bit) => value(call) > 0 && (value(call) & bit) !== 0,
    topLevelOf: (offset) => {
      const { topLevels } = raw;
      let low = 0;
      let high = topLevels.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((topLevels[middle] as number) <= offset) low = middle + 1;
        else high = middle;
      }
      return low === 0 ? offset : (topLevels[low - 1] as number);
    },
    isConversion,
    inner,
    operand: (node) => ({ range: range(node), type: types.decayed(types.typeOf(operandType(node))) }),
    typeNames: (node) => types.namesOf(type(node)),
  };
  return tree;
}

function isLvalue(tree: SyntaxTree, types: TypeTable, node: Node): boolean {
  switch (tree.kind(node)) {
    case Kind.declRefExpr:
    case Kind.memberRefExpr:
    case Kind.arraySubscriptExpr:
    case Kind.stringLiteral:
    case Kind.compoundLiteralExpr:
      return true;
    case Kind.unaryOperator:
      return tree.text[tree.start(node)] === "*";
    default:
      return types.isArray(tree.type(node));
  }
}

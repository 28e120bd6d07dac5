/**
 * What C++ adds to the places where no shadow may lie: constant expressions, and nodes that libclang shows for what
 * the compiler adds on its own.
 */

import type { Node, SyntaxTree } from "../syntax-tree.js";
import { CONSTANT_NAME, Kind, VARIABLE_SIZE } from "../tree/raw-unit.js";
import type { AccessContext } from "./code-context.js";
import { CONSTANT, EVALUATED, type Exclusion, UNREAD } from "./exclusions.js";

/** Whether a node is excluded by its parent, for {@link findExclusions}. */
export function findCplusplusExclusions(context: AccessContext): (node: Node, parent: Node) => Exclusion {
  const { tree } = context;
  return (node, parent) => {
    switch (tree.kind(parent)) {
      case Kind.varDecl:
        return ofVariable(context, node, parent);
      case Kind.ifStmt:
        return node === tree.firstChild(parent) &&
          CONSTEXPR_IF.test(tree.text.slice(tree.start(parent), tree.start(node)))
          ? CONSTANT
          : EVALUATED;
      case Kind.declRefExpr: // template arguments
        return CONSTANT;
      case Kind.memberRefExpr:
        return tree.start(node) > tree.name(parent) && tree.name(parent) >= 0 ? CONSTANT : EVALUATED;
      default:
        return EVALUATED;
    }
  };
}

const CONSTEXPR_IF = /^if\s*constexpr\b/;

function ofVariable({ tree, entities }: AccessContext, node: Node, variable: Node): Exclusion {
  // What a range-for makes of its iterators.
  if (tree.kind(tree.parent(variable)) === Kind.forRangeStmt) return CONSTANT;
  const name = tree.name(variable);
  const start = tree.start(node);
  // Template arguments in the type, then array bounds.
  if (start < name) return CONSTANT;
  if (isInBounds(tree.text.slice(name, start)))
    return tree.value(variable) === VARIABLE_SIZE ? EVALUATED : CONSTANT;
  if (/\bconstexpr\b/.test(tree.text.slice(tree.start(variable), name))) return CONSTANT;
  // The compiler knows its value, which array bounds and the like may need.
  if (tree.value(variable) === CONSTANT_NAME) return CONSTANT;
  // What has static storage starts by code only where something is called or read.
  const isStatic = entities.kindOf(tree.reference(variable)) === "variable";
  return isStatic ? UNREAD : EVALUATED;
}

/** From a variable's name on: in a bound of an array, not in an initialiser, which may follow without `=`. */
function isInBounds(text: string): boolean {
  if (!/^\w+\s*\[/.test(text) || /[={]/.test(text)) return false;
  return text.split("[").length > text.split("]").length;
}

export function isInLambda(tree: SyntaxTree, node: Node): boolean {
  for (let at = tree.parent(node); at !== -1; at = tree.parent(at))
    if (tree.kind(at) === Kind.lambdaExpr) return true;
  return false;
}

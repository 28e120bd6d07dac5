/**
 * Reads in templates. clang converts nothing whose type depends on a parameter: what it would convert in an instance is read
 * all the same. Of what passes an lvalue on, only the instance says whether that is by reference.
 */
import type { Type } from "../../../model/index.js";
import type { Node, SyntaxTree } from "../syntax-tree.js";
import { skipTrivia } from "../tree/lexical.js";
import { Kind } from "../tree/raw-unit.js";
import type { AccessContext } from "./code-context.js";
import { isInLambda } from "./cplusplus-exclusions.js";

/** What `parent` does with the lvalue that is its operand `top`; undefined where that is no read, or no matter of templates. */
export function dependentUse(
  context: AccessContext,
  parent: Node,
  top: Node,
): "read" | "undecided" | undefined {
  const { tree, types, references } = context;
  if (!references || parent === -1 || types.isArray(tree.type(top))) return undefined;
  if (isReadBy(context, parent, top)) return "read";
  return isPassedOn(context, parent, top) ? "undecided" : undefined;
}

function isReadBy(context: AccessContext, parent: Node, top: Node): boolean {
  const { tree } = context;
  switch (tree.kind(parent)) {
    case Kind.binaryOperator:
    case Kind.compoundAssignOperator:
      // An object's own operator takes the object.
      return !isClassLike(typeAt(context, top));
    case Kind.arraySubscriptExpr:
      // What an instance makes an object of must stay the object that it is.
      return tree.firstChild(parent) === top
        ? typeAt(context, top).kind === "pointer"
        : isScalar(typeAt(context, top)) && isConverted(context, parent, top);
    case Kind.memberRefExpr:
      return (
        typeAt(context, top).kind === "pointer" &&
        tree.text.startsWith("->", skipTrivia(tree.text, tree.end(top)))
      );
    case Kind.ifStmt:
    case Kind.switchStmt:
    case Kind.whileStmt:
    case Kind.doStmt:
      return true;
    case Kind.varDecl: {
      const before = tree.text.slice(tree.start(parent), tree.name(parent));
      return !before.includes("&") && !isPlaceOf(before, tree, top);
    }
    case Kind.returnStmt:
      return isReturned(context, parent, top);
    case Kind.throwExpr:
      return isOpen(context, top);
    case Kind.callExpr: // `T(v)`
      return isMade(context, parent, top) && isSameType(context, parent, top);
    default:
      return isScalar(typeAt(context, top)) && isConverted(context, parent, top);
  }
}

/** What an instance converts if it is no object. */
function isConverted(context: AccessContext, parent: Node, top: Node): boolean {
  const { tree } = context;
  if (!isOpen(context, top)) return false;
  switch (tree.kind(parent)) {
    case Kind.unaryOperator:
      return "!-~+*".includes(tree.text[tree.start(parent)] as string);
    case Kind.conditionalOperator:
      return tree.firstChild(parent) === top;
    case Kind.arraySubscriptExpr:
      return tree.firstChild(parent) !== top;
    case Kind.forStmt: // its condition
      return tree.text[skipTrivia(tree.text, tree.end(top))] === ";";
    case Kind.castExpr:
    case Kind.staticCastExpr:
    case Kind.functionalCastExpr:
      return isScalar(typeAt(context, parent));
    case Kind.callExpr: // `int(v)`
      return isMade(context, parent, top) && isScalar(typeAt(context, parent));
    default:
      return false;
  }
}

const isMade = (context: AccessContext, call: Node, top: Node) =>
  isOpen(context, top) &&
  context.tree.firstChild(call) === top &&
  context.tree.start(top) > context.tree.start(call);

function isReturned({ tree, types, entities }: AccessContext, statement: Node, top: Node): boolean {
  let root = statement;
  for (; tree.parent(root) !== -1; root = tree.parent(root)) {
    if (tree.kind(root) !== Kind.lambdaExpr) continue;
    const body = tree.children(root).find((child) => tree.kind(child) === Kind.compoundStmt) ?? root;
    return !tree.text.slice(tree.start(root), tree.start(body)).includes("->");
  }
  const result = types.resolved(types.typeOf(entities.columnOf(tree.reference(root), "result")));
  return !/reference$/.test(result.kind) && !isPlaceOf(result.spelling, tree, top);
}

/** Arguments, what braces or parentheses make something of, operands: by value, by reference, or objects with operators. */
function isPassedOn(context: AccessContext, parent: Node, top: Node): boolean {
  const { tree } = context;
  if (!isOpen(context, top)) return false;
  switch (tree.kind(parent)) {
    case Kind.callExpr:
      return tree.firstChild(parent) !== top || isMade(context, parent, top);
    case Kind.initListExpr:
    case Kind.conditionalOperator:
      return true;
    case Kind.compoundStmt:
      return tree.kind(tree.parent(parent)) === Kind.stmtExpr && tree.next(top) === -1;
    case Kind.returnStmt: // of a lambda that says what it gives
      return !isReadBy(context, parent, top) && isInLambda(tree, parent);
    case Kind.unexposedExpr:
      return tree.text[tree.start(parent)] === "(";
    default:
      return isConverted(context, parent, top);
  }
}

/** `decltype(auto)` is a reference for `(a)`, and the value for `a` alone ([dcl.type.decltype] 1). */
function isPlaceOf(type: string, tree: SyntaxTree, lvalue: Node): boolean {
  return type.includes("decltype(auto)") && tree.text[tree.start(lvalue)] === "(";
}

/** As it was declared, where libclang leaves the type of a member open. */
function typeAt({ tree, types, entities }: AccessContext, node: Node): Type {
  const type = types.resolved(types.typeOf(tree.type(node)));
  const reference = tree.reference(tree.inner(node, true));
  if (type.spelling !== DEPENDENT || reference < 0) return type;
  return types.resolved(types.typeOf(entities.columnOf(reference, "type")));
}

const DEPENDENT = "<dependent type>";

/** Only an instance knows its type, so that nothing is converted. */
export function isOpen({ tree, types }: AccessContext, node: Node): boolean {
  const { kind, spelling } = types.resolved(types.typeOf(tree.type(node)));
  return kind === "other" || spelling === DEPENDENT;
}

const isScalar = ({ kind, spelling }: Type) =>
  (kind === "builtin" && spelling !== DEPENDENT) || kind === "enum" || kind === "pointer";

const isSameType = (context: AccessContext, one: Node, other: Node) =>
  typeAt(context, one).spelling === typeAt(context, other).spelling;

const isClassLike = ({ kind, spelling }: Type) =>
  kind === "record" || (kind === "other" && spelling.includes("<"));

/** Functions of the unit that change nothing outside of themselves: calls of them leave what is known as it is. */
import { bare, type ClangNode, partsOf, variableOf, walk } from "../tree/clang-tree.js";
import type { Program } from "../tree/program.js";
import { isAutomatic, isConstant } from "./variables.js";

const HARMLESS =
  /^(ParenExpr|ConstantExpr|IntegerLiteral|CharacterLiteral|StringLiteral|DeclRefExpr|MemberExpr|ArraySubscriptExpr|ImplicitCastExpr|CStyleCastExpr|UnaryOperator|BinaryOperator|CompoundAssignOperator|ConditionalOperator|CallExpr|UnaryExprOrTypeTraitExpr|CompoundStmt|DeclStmt|VarDecl|IfStmt|WhileStmt|DoStmt|ForStmt|SwitchStmt|CaseStmt|DefaultStmt|BreakStmt|ContinueStmt|ReturnStmt|NullStmt|FullComment)$/;

/** Of the compiler: their values are those of their arguments alone. */
const QUIET_BUILTIN =
  /^__builtin_(expect|expect_with_probability|bswap(16|32|64)|(clz|ctz|ffs|parity|popcount)(l|ll)?|abs|labs)$/;

/** `known` remembers, and says no of a function that is being looked at. */
export function isQuiet(name: string, program: Program, known: Map<string, boolean>): boolean {
  if (QUIET_BUILTIN.test(name)) return true;
  const before = known.get(name);
  if (before !== undefined) return before;
  known.set(name, false);
  const body = program.functions.get(name)?.inner?.find(({ kind }) => kind === "CompoundStmt");
  if (body === undefined) return false;
  const nodes = walk(body);
  const own = new Set(
    nodes.filter((node) => node.kind === "VarDecl" && isAutomatic(node)).map(({ id }) => id),
  );
  const isOwn = (target: ClangNode): boolean => {
    const id = variableOf(target);
    return id !== undefined && (own.has(id) || bare(target).referencedDecl?.kind === "ParmVarDecl");
  };
  const found = nodes.every((node) => {
    if (!HARMLESS.test(node.kind) || /\bvolatile\b/.test(node.type?.qualType ?? "")) return false;
    const isWrite =
      (node.kind === "BinaryOperator" && node.opcode === "=") ||
      node.kind === "CompoundAssignOperator" ||
      (node.kind === "UnaryOperator" && (node.opcode === "++" || node.opcode === "--"));
    if (isWrite) return isOwn(partsOf(node)[0] as ClangNode);
    if (node.kind !== "CallExpr") return true;
    const callee = calledFunction(node);
    return callee !== undefined && isQuiet(callee, program, known);
  });
  known.set(name, found);
  return found;
}

/** Undefined of a call through a pointer. */
function calledFunction(call: ClangNode): string | undefined {
  const callee = bare(partsOf(partsOf(call)[0] as ClangNode)[0] ?? call).referencedDecl;
  return callee?.kind === "FunctionDecl" ? callee.name : undefined;
}

/** A quiet one that looks at nothing but its arguments: what is written late needs not be there for it. */
export function isBlind(name: string, program: Program, known: Map<string, boolean>): boolean {
  if (QUIET_BUILTIN.test(name)) return true;
  const before = known.get(name);
  if (before !== undefined) return before;
  known.set(name, false);
  const body = program.functions.get(name)?.inner?.find(({ kind }) => kind === "CompoundStmt");
  const nodes = body === undefined ? [] : walk(body);
  const own = new Set(nodes.flatMap(({ kind, id }) => (kind === "VarDecl" ? [id] : [])));
  const isArgument = ({ kind, referencedDecl }: ClangNode): boolean =>
    kind !== "DeclRefExpr" ||
    referencedDecl?.kind !== "VarDecl" ||
    own.has(referencedDecl.id) ||
    isConstantTable(program.globals.get(referencedDecl.name));
  const found =
    body !== undefined &&
    nodes.every((node) => {
      if (node.kind === "CallExpr") {
        const callee = calledFunction(node);
        return callee !== undefined && isBlind(callee, program, known);
      }
      return !followsPointer(node) && isArgument(node);
    });
  known.set(name, found);
  return found;
}

const isConstantTable = (variable: ClangNode | undefined): boolean =>
  variable !== undefined && isConstant(variable);

function followsPointer(node: ClangNode): boolean {
  if (node.kind === "MemberExpr") return node.isArrow === true;
  if (node.kind === "UnaryOperator") return node.opcode === "*";
  const array = node.kind === "ArraySubscriptExpr" ? bare(partsOf(node)[0] as ClangNode) : undefined;
  return array !== undefined && array.castKind !== "ArrayToPointerDecay";
}

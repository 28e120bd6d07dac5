/** Functions of the unit that change nothing outside of themselves: calls of them leave what is known as it is. */
import { bare, type ClangNode, partsOf, variableOf, walk } from "../tree/clang-tree.js";
import type { Program } from "../tree/program.js";
import { isAutomatic, isConstant } from "./variables.js";

const HARMLESS =
  /^(ParenExpr|ConstantExpr|IntegerLiteral|CharacterLiteral|StringLiteral|DeclRefExpr|MemberExpr|ArraySubscriptExpr|ImplicitCastExpr|CStyleCastExpr|UnaryOperator|BinaryOperator|CompoundAssignOperator|ConditionalOperator|CallExpr|UnaryExprOrTypeTraitExpr|OffsetOfExpr|CompoundStmt|DeclStmt|VarDecl|IfStmt|WhileStmt|DoStmt|ForStmt|SwitchStmt|CaseStmt|DefaultStmt|BreakStmt|ContinueStmt|ReturnStmt|NullStmt|FullComment)$/;

/** Of the compiler: their values are those of their arguments alone. */
const QUIET_BUILTIN =
  /^__builtin_(expect|expect_with_probability|bswap(16|32|64)|(clz|ctz|ffs|parity|popcount)(l|ll)?|abs|labs)$/;

/** Of the C library, where the compiler takes them for its own as well. */
const READS = /^(?:__builtin_)?(?:strn?len|strn?cmp|memcmp|mem(?:r)?chr|strr?chr|strc?spn|strpbrk|strstr)$/;

/** Where it is the C library's. */
export const isQuietReader = (name: string): boolean => READS.test(name);

/** Of functions whose body is elsewhere, the attributes of their declarations. */
function attributesOf(name: string, program: Program): ReadonlySet<string> {
  const known = ATTRIBUTES.get(program) ?? new Map<string, Set<string>>();
  if (!ATTRIBUTES.has(program)) {
    ATTRIBUTES.set(program, known);
    for (const node of program.declared) {
      if (node.kind !== "FunctionDecl" || node.name === undefined) continue;
      const all = known.get(node.name) ?? new Set();
      known.set(node.name, all);
      for (const { kind } of partsOf(node)) if (/Attr$/.test(kind ?? "")) all.add(kind);
    }
  }
  return known.get(name) ?? NONE;
}

const ATTRIBUTES = new WeakMap<Program, Map<string, Set<string>>>();
const NONE: ReadonlySet<string> = new Set();

/** It does what the C library's function of this name does: not so in a unit that is told to be without one. */
export const isBuiltin = (name: string, program: Program): boolean =>
  !program.functions.has(name) &&
  (/^__builtin_/.test(name) || attributesOf(name, program).has("BuiltinAttr"));

/** `const` and `pure`, as the compiler relies on them. */
function isPromised(name: string, program: Program, isBlindWanted: boolean): boolean {
  if (program.functions.has(name)) return false;
  const attributes = attributesOf(name, program);
  if (attributes.has("ConstAttr")) return true;
  return !isBlindWanted && (attributes.has("PureAttr") || (READS.test(name) && isBuiltin(name, program)));
}

/** `known` remembers, and says no of a function that is being looked at. */
export function isQuiet(name: string, program: Program, known: Map<string, boolean>): boolean {
  if (QUIET_BUILTIN.test(name) || isPromised(name, program, false)) return true;
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
  if (QUIET_BUILTIN.test(name) || isPromised(name, program, true)) return true;
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

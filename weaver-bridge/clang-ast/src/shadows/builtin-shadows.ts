/**
 * Uses of built-in operators. Each is a call of a function that nobody declares: `int& operator =(int&,int)`, with
 * the operand types after the usual conversions (C 6.3.1.8, C++ [expr.arith.conv]); what must be an lvalue is a
 * reference.
 */
import type { BuiltinShadow, EntityId, TypeId } from "../../../model/index.js";
import type { Node, SyntaxTree } from "../syntax-tree.js";
import { CONSTANT_NAME, Kind } from "../tree/raw-unit.js";
import type { AccessContext, Surroundings } from "./code-context.js";
import { isConstant } from "./constant-expression.js";
import { isDroppedVolatile } from "./dropped-value.js";
import { bitWidthOf, isAddressable, isBitField, isPlaceless } from "./lvalue-root.js";
import { readUnary, readUse, type Use } from "./operator-use.js";

export interface OperatorTable {
  /** Undefined where the node is no use of a built-in operator, or of one whose operands depend on a template. */
  useOf(node: Node, surroundings: Surroundings): BuiltinShadow | undefined;
}

export function createOperatorTable(context: AccessContext): OperatorTable {
  return new BuiltinOperators(context);
}

class BuiltinOperators implements OperatorTable {
  private readonly known = new Map<string, EntityId>();
  private wide: ReadonlySet<Node> | undefined;

  constructor(private readonly context: AccessContext) {}

  useOf(node: Node, surroundings: Surroundings): BuiltinShadow | undefined {
    const { context } = this;
    const use = readUse(context.tree, node);
    if (use === undefined || !this.canBeAdvised(use, node)) return undefined;
    const operands = operandsOf(context, use);
    if (operands.some(({ type }) => isDependent(context, type))) return undefined;
    const value = valueType(context, use, node);
    if (isDependent(context, value)) return undefined;
    return {
      kind: "builtin",
      range: context.tree.range(node),
      within: surroundings.within,
      topLevel: surroundings.topLevel,
      ...this.signatureOf(use, node, operands, value),
      form: use.form,
      operator: use.operator,
      operands,
      ...flagsOf(context, use, node, surroundings),
    };
  }

  /** Where its operands and its result could pass through a function. */
  private canBeAdvised(use: Use, node: Node): boolean {
    const { context } = this;
    const [first] = use.operands as [Node];
    if (isConstantPlace(context.tree, node) || isMemberPointerUse(context, use, node)) return false;
    if (context.references && isConstant(context, node)) return false;
    // A bit-field is no operand of a function that would take a reference.
    if (use.lvalue && context.references && isBitField(context, first)) return false;
    // GCC computes with a bit-field that is wider than int in just its width, which no parameter has.
    this.wide ??= widerThanInt(context);
    if (use.operands.some((operand) => this.wide?.has(operand))) return false;
    // Nor is a temporary.
    return use.name !== ".*" || isAddressable(context, first);
  }

  /** The function that the operator is a call of, and what that gives. */
  private signatureOf(
    use: Use,
    node: Node,
    operands: BuiltinShadow["operands"],
    value: TypeId,
  ): Pick<BuiltinShadow, "entity" | "result"> {
    const { context } = this;
    const { types } = context;
    const reference = (type: TypeId) => types.referenceTo(type, "lvalue-reference");
    const chosen = chosenObjects(context, use, node);
    const result = chosen.length === 0 ? value : reference(value);
    const parameters = operands.map(({ type }, index) =>
      chosen.includes(index) ? result : index === 0 && use.lvalue ? reference(type) : type,
    );
    // As C++ tells the two apart: `operator ++(int &, int)` stands behind its operand.
    if (use.form === "postfix" && context.references) parameters.push(types.builtin("int"));
    const entity = this.operatorOf(use.name, use.resultIsLvalue ? reference(result) : result, parameters);
    return { entity, result };
  }

  private operatorOf(name: string, result: TypeId, parameters: readonly TypeId[]): EntityId {
    const { types, entities } = this.context;
    const key = `${name} ${result} ${parameters.join()}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const spell = (id: TypeId) => types.types[id]?.spelling ?? "";
    const entity = entities.add({
      kind: "function",
      usr: `builtin:${spell(result)} operator ${name}(${parameters.map(spell).join(",")})`,
      name: `operator${name}`,
      scope: [],
      nameRange: { start: 0, end: 0 },
      type: types.functionOf(result, parameters),
      isStatic: false,
      result,
      parameters: parameters.map((type) => ({ name: "", type, isRegister: false })),
      variadic: false,
      isInline: false,
      noReturn: false,
      noInstrument: false,
      blockScope: false,
      role: "builtin",
    });
    this.known.set(key, entity);
    return entity;
  }
}

function operandsOf(context: AccessContext, use: Use): BuiltinShadow["operands"] {
  const { tree, types } = context;
  const truth = context.references ? undefined : truthOperands(use.name);
  const isAddress = use.name === "&" && use.form === "prefix";
  return use.operands.map((operand, index) => ({
    range: tree.range(operand),
    type: truth?.includes(index) ? types.builtin("int") : operandType(context, operand, isAddress),
  }));
}

/** What is told only where it holds. */
function flagsOf(
  context: AccessContext,
  use: Use,
  node: Node,
  { inTemplate, inConstexpr, outside }: Surroundings,
): Partial<BuiltinShadow> {
  const [first] = use.operands as [Node];
  return {
    ...(use.lvalue && isPlaceless(context, first) ? { placeless: true } : {}),
    ...(!context.references && isConstantAddress(context, node) ? { address: true } : {}),
    ...(inTemplate ? { inTemplate } : {}),
    ...(inConstexpr ? { inConstexpr } : {}),
    ...(outside ? { outside } : {}),
    ...(isDroppedVolatile(context, node) ? { dropped: true } : {}),
  };
}

/** `&` alone takes an array as it is. */
function operandType({ tree, types }: AccessContext, operand: Node, isWhole: boolean): TypeId {
  const type = types.typeOf(tree.type(operand));
  return isWhole ? type : types.decayed(type);
}

/** Array parameters, which are pointers, are told as arrays: what is computed or assigned is none. */
function valueType({ tree, types }: AccessContext, { name }: Use, node: Node): TypeId {
  const type = types.typeOf(tree.type(node));
  return /^(?:\*|\[\]|,|\?:|\.\*|->\*)$/.test(name) ? type : types.decayed(type);
}

/** The operands one of which is the result itself, not its value, in C++. */
function chosenObjects(context: AccessContext, { name, operands }: Use, node: Node): readonly number[] {
  const candidates = name === "?:" ? [1, 2] : name === "," ? [1] : [];
  if (candidates.length === 0 || !context.references) return [];
  const { types, tree } = context;
  // Other values have been read where an operand is no object; a constant may have no place.
  const isWhole = types.isRecord(tree.type(node)) || types.isArray(tree.type(node));
  const isObject = (operand: Node) =>
    isAddressable(context, operand) || tree.kind(tree.inner(operand)) === Kind.stringLiteral;
  const isVariable = (operand: Node) =>
    !tree.isConversion(operand) &&
    !isComputed(tree, tree.inner(operand, true)) &&
    !types.isConst(tree.type(operand)) &&
    tree.value(tree.inner(operand, true)) !== CONSTANT_NAME;
  const isChosen = (operand: Node) =>
    isObject(operand) &&
    !isPlaceless(context, operand) &&
    (isWhole || (name === "?:" && isVariable(operand)));
  return candidates.every((index) => isChosen(operands[index] as Node)) ? candidates : [];
}

/** `&a`, `-a`, `this`: a value that is nowhere. */
function isComputed(tree: SyntaxTree, node: Node): boolean {
  if (tree.kind(node) === Kind.thisExpr) return true;
  return tree.kind(node) === Kind.unaryOperator && readUnary(tree, node)?.resultIsLvalue !== true;
}

/** `&C::m` names a member; a member function that `.*` finds can only be called. */
function isMemberPointerUse({ tree, types }: AccessContext, use: Use, node: Node): boolean {
  if (use.name === "&" && use.form === "prefix")
    return types.resolved(types.typeOf(tree.type(node))).kind === "member-pointer";
  if (use.name !== ".*" && use.name !== "->*") return false;
  const pointer = types.resolved(types.typeOf(tree.type(use.operands[1] as Node)));
  return pointer.kind !== "member-pointer" || types.resolved(pointer.to).kind === "function";
}

function isDependent({ types }: AccessContext, type: TypeId): boolean {
  const { kind, spelling } = types.resolved(type);
  return kind === "other" || spelling.includes("<dependent type>") || spelling.includes("type-parameter-");
}

/** Operands of which C asks only whether they are zero, before anything else is evaluated. */
function truthOperands(operator: string): readonly number[] | undefined {
  if (operator === "&&" || operator === "||") return [0, 1];
  return operator === "?:" ? [0] : undefined;
}

/** The operator of `(void *)-1`: compilers warn where a number that they don't know becomes a pointer. */
function isConstantAddress(context: AccessContext, node: Node): boolean {
  const { tree, types } = context;
  let parent = tree.parent(node);
  while (parent !== -1 && (tree.kind(parent) === Kind.parenExpr || tree.isConversion(parent)))
    parent = tree.parent(parent);
  return (
    parent !== -1 &&
    tree.kind(parent) === Kind.castExpr &&
    types.resolved(types.typeOf(tree.type(parent))).kind === "pointer" &&
    isConstant(context, node)
  );
}

/** Part of an operand of asm that must be a constant, of the bound of an array, or of a designator. */
function isConstantPlace(tree: SyntaxTree, node: Node): boolean {
  for (let at = node, parent = tree.parent(at); parent !== -1; at = parent, parent = tree.parent(at)) {
    const kind = tree.kind(parent);
    if (kind === Kind.compoundStmt) return false;
    if (!CONSTANT_PLACES.has(kind)) continue;
    const before = tree.text.slice(tree.start(parent), tree.start(at));
    if (kind === Kind.asmStmt ? /"[%+=]*[inIJKLMNOeZ]+"\s*\(\s*$/.test(before) : /\[[\s(]*$/.test(before))
      return true;
  }
  return false;
}

const CONSTANT_PLACES: ReadonlySet<number> = new Set([
  Kind.asmStmt,
  Kind.varDecl,
  Kind.castExpr,
  Kind.compoundLiteralExpr,
  Kind.initListExpr,
  // Among them designated initialisers.
  Kind.unexposedExpr,
]);

/** Of bit-fields that are wider than int: their uses, and what is computed from them. */
function widerThanInt(context: AccessContext): ReadonlySet<Node> {
  const { tree } = context;
  const found = new Set<Node>();
  for (let field = 0; field < tree.count; field++) {
    if (tree.kind(field) !== Kind.memberRefExpr || bitWidthOf(context, field) <= 32) continue;
    for (let at = field; at !== -1 && !found.has(at); at = tree.parent(at)) {
      const use = at === field || tree.inner(at, true) !== at ? undefined : readUse(tree, at);
      if (at !== field && tree.inner(at, true) === at && !GIVES_WIDTH.test(use?.name ?? "")) break;
      found.add(at);
    }
  }
  return found;
}

/** Operators whose result is as wide as an operand. */
const GIVES_WIDTH = /^(?:[-+*/%&|^~,]|<<|>>|\+\+|--|(?:[-+*/%&|^]|<<|>>)?=)$/;

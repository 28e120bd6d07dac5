/**
 * Uses of built-in operators. Each is a call of a function that nobody declares: `int& operator =(int&,int)`, with
 * the operand types after the usual conversions (C 6.3.1.8, C++ [expr.arith.conv]); what must be an lvalue is a
 * reference.
 */
import type { BuiltinShadow, EntityId, TextRange, TypeId } from "../../../model/index.js";
import { lookUp } from "../../../model/index.js";
import type { Node, SyntaxTree } from "../syntax-tree.js";
import { operatorAt, skipTrivia } from "../tree/lexical.js";
import { CONSTANT_NAME, Kind } from "../tree/raw-unit.js";
import type { AccessContext, Surroundings } from "./code-context.js";
import { isConstant } from "./constant-expression.js";
import { isDroppedVolatile } from "./dropped-value.js";
import { bitWidthOf, isAddressable, isBitField, isPlaceless } from "./lvalue-root.js";

export interface OperatorTable {
  /** Undefined where the node is no use of a built-in operator, or of one whose operands depend on a template. */
  useOf(node: Node, surroundings: Surroundings): BuiltinShadow | undefined;
}

export function createOperatorTable(context: AccessContext): OperatorTable {
  const { tree, types, entities } = context;
  const known = new Map<string, EntityId>();
  let wide: ReadonlySet<Node> | undefined;
  const operatorOf = (name: string, result: TypeId, parameters: readonly TypeId[]): EntityId => {
    const key = `${name} ${result} ${parameters.join()}`;
    let entity = known.get(key);
    if (entity !== undefined) return entity;
    const spell = (id: TypeId) => types.types[id]?.spelling ?? "";
    entity = entities.add({
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
    known.set(key, entity);
    return entity;
  };
  return {
    useOf: (node, surroundings) => {
      const use = readUse(tree, node);
      if (use === undefined || isConstantPlace(tree, node) || isMemberPointerUse(context, use, node))
        return undefined;
      if (context.references && isConstant(context, node)) return undefined;
      // A bit-field is no operand of a function that would take a reference.
      if (use.lvalue && context.references && isBitField(context, use.operands[0] as Node)) return undefined;
      // GCC computes with a bit-field that is wider than int in just its width, which no parameter has.
      wide ??= widerThanInt(context);
      if (use.operands.some((operand) => wide?.has(operand))) return undefined;
      // Nor is a temporary.
      if (use.name === ".*" && !isAddressable(context, use.operands[0] as Node)) return undefined;
      const truth = context.references ? undefined : truthOperands(use.name);
      const isAddress = use.name === "&" && use.form === "prefix";
      const operands = use.operands.map((operand, index) => ({
        range: tree.range(operand),
        type: truth?.includes(index) ? types.builtin("int") : operandType(context, operand, isAddress),
      }));
      if (operands.some(({ type }) => isDependent(context, type))) return undefined;
      const value = valueType(context, use, node);
      if (isDependent(context, value)) return undefined;
      const reference = (type: TypeId) => types.referenceTo(type, "lvalue-reference");
      const chosen = chosenObjects(context, use, node);
      const result = chosen.length === 0 ? value : reference(value);
      const parameters = operands.map(({ type }, index) =>
        chosen.includes(index) ? result : index === 0 && use.lvalue ? reference(type) : type,
      );
      // As C++ tells the two apart: `operator ++(int &, int)` stands behind its operand.
      const isStepBehind = use.form === "postfix" && context.references;
      if (isStepBehind) parameters.push(types.builtin("int"));
      const shadow: { -readonly [K in keyof BuiltinShadow]: BuiltinShadow[K] } = {
        kind: "builtin",
        range: tree.range(node),
        within: surroundings.within,
        topLevel: surroundings.topLevel,
        entity: operatorOf(use.name, use.resultIsLvalue ? reference(result) : result, parameters),
        form: use.form,
        operator: use.operator,
        operands,
        result,
      };
      if (use.lvalue && isPlaceless(context, use.operands[0] as Node)) shadow.placeless = true;
      if (!context.references && isConstantAddress(context, node)) shadow.address = true;
      if (surroundings.inTemplate) shadow.inTemplate = true;
      if (surroundings.inConstexpr) shadow.inConstexpr = true;
      if (surroundings.outside) shadow.outside = surroundings.outside;
      if (isDroppedVolatile(context, node)) shadow.dropped = true;
      return shadow;
    },
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

interface Use {
  /** `+`, `[]`, `?:`. */
  readonly name: string;
  readonly form: BuiltinShadow["form"];
  readonly operator: TextRange;
  readonly operands: readonly Node[];
  /** The first operand is modified or its address is taken. */
  readonly lvalue: boolean;
  readonly resultIsLvalue: boolean;
}

function readUse(tree: SyntaxTree, node: Node): Use | undefined {
  switch (tree.kind(node)) {
    case Kind.binaryOperator:
    case Kind.compoundAssignOperator:
      return readBinary(tree, node);
    case Kind.unaryOperator:
      return readUnary(tree, node);
    case Kind.conditionalOperator:
      return readConditional(tree, node);
    case Kind.arraySubscriptExpr:
      return readSubscript(tree, node);
    default:
      return undefined;
  }
}

// In C++ the operators have names as well.
const WORDS: Readonly<Record<string, string>> = {
  and: "&&",
  or: "||",
  not: "!",
  compl: "~",
  bitand: "&",
  bitor: "|",
  xor: "^",
  and_eq: "&=",
  or_eq: "|=",
  xor_eq: "^=",
  not_eq: "!=",
};

/** The operator token at or after an offset, with the name it stands for. */
function tokenAt(text: string, at: number): { name: string; range: TextRange } | undefined {
  const range = operatorAt(text, at);
  if (range.end > range.start) return { name: text.slice(range.start, range.end), range };
  const word = /^[a-z_]+/.exec(text.slice(range.start, range.start + 8))?.[0];
  const name = word === undefined ? undefined : lookUp(WORDS, word);
  return name === undefined || word === undefined
    ? undefined
    : { name, range: { start: range.start, end: range.start + word.length } };
}

const ASSIGNMENT = /^(?:[-+*/%&|^]|<<|>>)?=$/;

function readBinary(tree: SyntaxTree, node: Node): Use | undefined {
  const operands = tree.children(node);
  const [left, right] = operands;
  if (left === undefined || right === undefined || operands.length !== 2) return undefined;
  const token = tokenAt(tree.text, tree.end(left));
  if (token === undefined) return undefined;
  if (token.name === "." || token.name === "->") return memberPointerUse(tree, token.range, operands);
  const lvalue = ASSIGNMENT.test(token.name);
  return { name: token.name, form: "infix", operator: token.range, operands, lvalue, resultIsLvalue: lvalue };
}

/** `o.*m`, `p->*m`: a place in an object. */
function memberPointerUse(
  tree: SyntaxTree,
  { start, end }: TextRange,
  operands: readonly Node[],
): Use | undefined {
  if (tree.text[end] !== "*") return undefined;
  const operator = { start, end: end + 1 };
  const name = tree.text.slice(start, end + 1);
  return { name, form: "infix", operator, operands, lvalue: name === ".*", resultIsLvalue: true };
}

function readUnary(tree: SyntaxTree, node: Node): Use | undefined {
  const operand = tree.firstChild(node);
  if (operand === -1) return undefined;
  const isPostfix = tree.start(operand) === tree.start(node);
  const token = tokenAt(tree.text, isPostfix ? tree.end(operand) : tree.start(node));
  if (token === undefined || !/^(?:[-+!~*&]|\+\+|--)$/.test(token.name)) return undefined;
  const isStep = token.name === "++" || token.name === "--";
  return {
    name: token.name,
    form: isPostfix ? "postfix" : "prefix",
    operator: token.range,
    operands: [operand],
    lvalue: isStep || token.name === "&",
    resultIsLvalue: token.name === "*" || (isStep && !isPostfix),
  };
}

function readConditional(tree: SyntaxTree, node: Node): Use | undefined {
  const operands = tree.children(node);
  const [condition] = operands;
  if (condition === undefined || operands.length !== 3) return undefined;
  const token = tokenAt(tree.text, tree.end(condition));
  if (token === undefined) return undefined;
  return {
    name: "?:",
    form: "conditional",
    operator: token.range,
    operands,
    lvalue: false,
    resultIsLvalue: false,
  };
}

function readSubscript(tree: SyntaxTree, node: Node): Use | undefined {
  const operands = tree.children(node);
  const [base] = operands;
  if (base === undefined || operands.length !== 2) return undefined;
  const start = skipTrivia(tree.text, tree.end(base));
  const operator = { start, end: start + 1 };
  return { name: "[]", form: "index", operator, operands, lvalue: false, resultIsLvalue: true };
}

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

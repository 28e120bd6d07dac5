/** Built-in operators in the text: which one a node is, where its token and its operands stand. */
import { type BuiltinShadow, lookUp, type TextRange } from "../../../model/index.js";
import type { Node, SyntaxTree } from "../syntax-tree.js";
import { operatorAt, skipTrivia } from "../tree/lexical.js";
import { Kind } from "../tree/raw-unit.js";

/** How a built-in operator is written. */
export interface Use {
  /** `+`, `[]`, `?:`. */
  readonly name: string;
  readonly form: BuiltinShadow["form"];
  readonly operator: TextRange;
  readonly operands: readonly Node[];
  /** The first operand is modified or its address is taken. */
  readonly lvalue: boolean;
  readonly resultIsLvalue: boolean;
}

export function readUse(tree: SyntaxTree, node: Node): Use | undefined {
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

export function readUnary(tree: SyntaxTree, node: Node): Use | undefined {
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

/**
 * An expression with what is known before it: its value, or what is left of it as C text. Text stays as it is spelled where
 * nothing in it is known. Evaluates nothing that writes: whoever calls has made variables that it writes dynamic.
 */
import {
  bare,
  type ClangNode,
  isThere,
  offsetOf,
  partsOf,
  spelledType,
  variableOf,
  walk,
} from "./clang-tree.js";
import { binary, integerType, literal, unary, wrap } from "./integers.js";
import { Refusal } from "./refusal.js";

export interface Known {
  /** Values of local variables, by the id of their declaration. */
  readonly variables: ReadonlyMap<string, bigint>;
  /** Values of members, by {@link pathOf}; empty where something may have written them. */
  readonly members: ReadonlyMap<string, bigint>;
}

export const NOTHING: Known = { variables: new Map(), members: new Map() };

export interface Surroundings {
  /** The file's text, one character a byte. */
  readonly source: string;
  readonly longBits: 32 | 64;
  /** Values of the enumerators that the function names. */
  readonly enumerators: ReadonlyMap<string, bigint>;
  /** New names of variables, where two share one. */
  readonly names: ReadonlyMap<string, string>;
}

export interface Evaluated {
  readonly value?: bigint;
  readonly text: string;
  /** How tightly its outermost operator binds; 15 for what needs no parentheses anywhere. */
  readonly level: number;
  /** Something known was put into it. */
  readonly changed: boolean;
  /** Without it nothing would be missing. */
  readonly pure: boolean;
}

const PRIMARY = 15;
const UNARY = 14;
const LEVELS: Readonly<Record<string, number>> = {
  "*": 13,
  "/": 13,
  "%": 13,
  "+": 12,
  "-": 12,
  "<<": 11,
  ">>": 11,
  "<": 10,
  ">": 10,
  "<=": 10,
  ">=": 10,
  "==": 9,
  "!=": 9,
  "&": 8,
  "^": 7,
  "|": 6,
  "&&": 5,
  "||": 4,
  "?:": 3,
  "=": 2,
  ",": 1,
};

export function evaluate(node: ClangNode, known: Known, around: Surroundings): Evaluated {
  const found = evaluateNode(node, known, around);
  const spelled = found.changed ? undefined : spelling(node, around);
  if (spelled !== undefined) return { ...found, text: spelled };
  if (found.text.includes(HOLE)) throw refused(node);
  return found;
}

/** A hole stands for text that only the source has. */
const HOLE = "\u0000";

/** As it is written, where that is one piece outside of macros and no variable in it has another name now. */
function spelling(node: ClangNode, { source, names }: Surroundings): string | undefined {
  const { begin, end } = node.range ?? {};
  if (begin?.offset === undefined || end?.offset === undefined) return undefined;
  for (const part of walk(node))
    if (part.referencedDecl !== undefined && names.has(part.referencedDecl.id)) return undefined;
  return source.slice(begin.offset, end.offset + (end.tokLen ?? 0));
}

function evaluateNode(node: ClangNode, known: Known, around: Surroundings): Evaluated {
  const type = integerType(spelledType(node.type), around.longBits);
  const parts = partsOf(node);
  const sub = (at: number) => evaluate(parts[at] as ClangNode, known, around);
  const constant = (value: bigint | undefined, other: Omit<Evaluated, "value">): Evaluated =>
    value === undefined || type === undefined
      ? other
      : { ...other, value, ...(other.changed ? { text: literal(value, type), level: PRIMARY } : {}) };
  switch (node.kind) {
    case "ParenExpr": {
      const inner = sub(0);
      if (inner.changed) return inner;
      return { ...inner, text: `(${inner.text})`, level: PRIMARY };
    }
    case "ConstantExpr": {
      const inner = sub(0);
      return node.value === undefined ? inner : { ...inner, value: BigInt(node.value) };
    }
    case "IntegerLiteral":
    case "CharacterLiteral": {
      const spelled = BigInt(node.value as string | number);
      const value = type === undefined ? spelled : wrap(spelled, type);
      return {
        value,
        text: type === undefined ? HOLE : literal(value, type),
        level: PRIMARY,
        changed: false,
        pure: true,
      };
    }
    case "StringLiteral":
      return { text: String(node.value ?? HOLE), level: PRIMARY, changed: false, pure: true };
    case "DeclRefExpr": {
      const { id = "", name = "", kind } = node.referencedDecl ?? {};
      const value = kind === "EnumConstantDecl" ? around.enumerators.get(name) : undefined;
      const text = around.names.get(id) ?? name;
      return { ...(value === undefined ? {} : { value }), text, level: PRIMARY, changed: false, pure: true };
    }
    case "MemberExpr": {
      const base = sub(0);
      const text = `${group(base, PRIMARY)}${node.isArrow ? "->" : "."}${node.name}`;
      return node.name ? { text, level: PRIMARY, changed: base.changed, pure: base.pure } : base;
    }
    case "ArraySubscriptExpr": {
      const [base, index] = [sub(0), sub(1)];
      const text = `${group(base, PRIMARY)}[${index.text}]`;
      return { text, level: PRIMARY, changed: base.changed || index.changed, pure: base.pure && index.pure };
    }
    case "ImplicitCastExpr":
    case "CStyleCastExpr":
      return evaluateCast(node, known, around);
    case "UnaryOperator": {
      const inner = sub(0);
      const operator = node.opcode as string;
      if (operator === "++" || operator === "--") {
        const text = node.isPostfix
          ? `${group(inner, PRIMARY)}${operator}`
          : `${operator}${group(inner, UNARY)}`;
        return { text, level: node.isPostfix ? PRIMARY : UNARY, changed: inner.changed, pure: false };
      }
      if (!"+-~!*&".includes(operator)) throw refused(node);
      const space = /^[-+&]/.test(inner.text) ? " " : "";
      const written = {
        text: `${operator}${space}${group(inner, UNARY)}`,
        level: UNARY,
        changed: inner.changed,
        pure: inner.pure,
      };
      if (inner.value === undefined || type === undefined || !inner.pure) return written;
      return constant(unary(operator, inner.value, type), written);
    }
    case "BinaryOperator":
    case "CompoundAssignOperator":
      return evaluateBinary(node, known, around);
    case "ConditionalOperator": {
      const condition = sub(0);
      if (condition.value !== undefined && condition.pure)
        return { ...sub(condition.value === 0n ? 2 : 1), changed: true };
      const [then, otherwise] = [sub(1), sub(2)];
      return {
        text: `${group(condition, 4)} ? ${then.text} : ${group(otherwise, 3)}`,
        level: 3,
        changed: condition.changed || then.changed || otherwise.changed,
        pure: condition.pure && then.pure && otherwise.pure,
      };
    }
    case "CallExpr": {
      const [callee, ...args] = parts.map((_, at) => sub(at));
      const text = `${group(callee as Evaluated, PRIMARY)}(${args.map((one) => group(one, 2)).join(", ")})`;
      return { text, level: PRIMARY, changed: [callee, ...args].some((one) => one?.changed), pure: false };
    }
    case "UnaryExprOrTypeTraitExpr": {
      if (node.name !== "sizeof") throw refused(node);
      const text = node.argType === undefined ? HOLE : `sizeof(${node.argType.qualType})`;
      return { text, level: PRIMARY, changed: false, pure: true };
    }
    default:
      // Written as it is; whoever calls has made every variable in it dynamic.
      return { text: HOLE, level: node.kind === "InitListExpr" ? PRIMARY : 0, changed: false, pure: false };
  }
}

function evaluateCast(node: ClangNode, known: Known, around: Surroundings): Evaluated {
  const operand = partsOf(node)[0] as ClangNode;
  const type = integerType(spelledType(node.type), around.longBits);
  if (node.castKind === "LValueToRValue") {
    const isVolatile = /\bvolatile\b/.test(`${operand.type?.qualType} ${spelledType(operand.type)}`);
    const value = isVolatile ? undefined : readOf(operand, known);
    if (value !== undefined && type !== undefined) {
      const held = wrap(value, type);
      return { value: held, text: literal(held, type), level: PRIMARY, changed: true, pure: true };
    }
    const inner = evaluate(operand, known, around);
    return {
      text: inner.text,
      level: inner.level,
      changed: inner.changed,
      pure: inner.pure && !isVolatile,
    };
  }
  const inner = evaluate(operand, known, around);
  const isExplicit = node.kind === "CStyleCastExpr";
  const text = isExplicit ? `(${node.type?.qualType})${group(inner, UNARY)}` : inner.text;
  const written = { text, level: isExplicit ? UNARY : inner.level, changed: inner.changed, pure: inner.pure };
  const keepsValue = /^(IntegralCast|IntegralToBoolean|NoOp)$/.test(node.castKind ?? "");
  if (!keepsValue || inner.value === undefined || type === undefined || !inner.pure) return written;
  const value = wrap(inner.value, type);
  return { ...written, value, ...(inner.changed ? { text: literal(value, type), level: PRIMARY } : {}) };
}

function evaluateBinary(node: ClangNode, known: Known, around: Surroundings): Evaluated {
  const [left, right] = partsOf(node).map((part) => evaluate(part, known, around)) as [Evaluated, Evaluated];
  const operator = node.opcode as string;
  const isWrite = operator === "=" || node.kind === "CompoundAssignOperator";
  const level = isWrite ? 2 : (LEVELS[operator] ?? 0);
  const written = {
    text:
      operator === ","
        ? `${left.text}, ${right.text}`
        : `${group(left, isWrite ? 3 : level)} ${operator} ${group(right, isWrite ? 2 : level + 1)}`,
    level,
    changed: left.changed || right.changed,
    pure: !isWrite && left.pure && right.pure,
  };
  if (isWrite) return written;
  if (operator === ",") return left.pure ? { ...right, changed: true } : written;
  const decided = left.pure ? left.value : undefined;
  if (operator === "&&" || operator === "||") {
    if (decided === undefined) return written;
    const settles = (decided === 0n) === (operator === "&&");
    const value = settles
      ? BigInt(operator === "||" ? 1 : 0)
      : right.pure && right.value !== undefined
        ? BigInt(right.value !== 0n)
        : undefined;
    if (value !== undefined) return { value, text: `${value}`, level: PRIMARY, changed: true, pure: true };
    return { text: `${group(right, 10)} != 0`, level: 9, changed: true, pure: right.pure };
  }
  if (decided === undefined || !right.pure || right.value === undefined) return written;
  const operand = integerType(spelledType((partsOf(node)[0] as ClangNode).type), around.longBits);
  const value = operand === undefined ? undefined : binary(operator, decided, right.value, operand);
  if (value === undefined) return written;
  const type = integerType(spelledType(node.type), around.longBits);
  if (type === undefined) return written;
  return { ...written, value, ...(written.changed ? { text: literal(value, type), level: PRIMARY } : {}) };
}

function readOf(node: ClangNode, known: Known): bigint | undefined {
  const variable = variableOf(node);
  if (variable !== undefined) return known.variables.get(variable);
  const path = pathOf(node);
  return path === undefined ? undefined : known.members.get(path);
}

/** `p->a.b` as the id of `p` and the members; `undefined` where the object is no variable's. */
export function pathOf(node: ClangNode): string | undefined {
  const inner = bare(node);
  const variable = variableOf(inner);
  if (variable !== undefined) return variable;
  const [base] = partsOf(inner);
  if (!isThere(base)) return undefined;
  if (inner.kind === "ImplicitCastExpr" && inner.castKind === "LValueToRValue") return pathOf(base);
  if (inner.kind !== "MemberExpr") return undefined;
  const before = pathOf(base);
  return before === undefined ? undefined : `${before}${inner.isArrow ? "->" : "."}${inner.name}`;
}

function group({ text, level }: Evaluated, atLeast: number): string {
  return level < atLeast ? `(${text})` : text;
}

function refused(node: ClangNode): Refusal {
  return new Refusal(`this expression (${node.kind}) is not understood yet`, offsetOf(node));
}

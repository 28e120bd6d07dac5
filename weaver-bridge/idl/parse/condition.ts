/** Whether an `#if` holds. Names that are no macros count as 0, as in C. */
import type { Expression } from "./ast.js";
import { atEnd, makeCursor } from "./cursor.js";
import { parseExpression } from "./expression.js";
import { expandLine, type Macros } from "./macro.js";
import { parseInteger } from "./number.js";
import type { Report } from "./report.js";
import { type Token, TokenKind } from "./token.js";

export function evaluateCondition(
  macros: Macros,
  line: readonly Token[],
  place: Token,
  report: Report,
): boolean {
  const tokens: Token[] = [];
  const asked = answerDefined(macros, line);
  for (let at = 0; at < asked.length; ) at = expandLine(macros, asked, at, tokens);
  const last = tokens[tokens.length - 1] ?? place;
  tokens.push({ ...last, kind: TokenKind.End, text: "", start: last.end, lineStart: false });
  const cursor = makeCursor(tokens, report, NO_TYPES);
  const expression = parseExpression(cursor);
  if (expression === undefined) return false;
  if (!atEnd(cursor))
    report.warning(
      "idl/directive",
      place,
      `text behind the condition of #${place.text}`,
      "Only one expression may follow.",
    );
  return truth(expression) !== 0n;
}

/** `#if` compares numbers; no type can stand there. */
const NO_TYPES = { type: () => undefined };

/** Replaces `defined X` and `defined(X)` before macros expand. */
function answerDefined(macros: Macros, line: readonly Token[]): Token[] {
  const result: Token[] = [];
  for (let at = 0; at < line.length; at++) {
    const token = line[at] as Token;
    if (token.text !== "defined") {
      result.push({ ...token, lineStart: false });
      continue;
    }
    const parenthesis = line[at + 1]?.text === "(";
    const name = line[at + (parenthesis ? 2 : 1)];
    const yes = name !== undefined && macros.table.has(name.text);
    result.push({ ...token, kind: TokenKind.Number, text: yes ? "1" : "0" });
    at += parenthesis ? 3 : 1;
  }
  return result;
}

function truth(expression: Expression): bigint {
  switch (expression.kind) {
    case "literal":
      return expression.type === "number" ? (parseInteger(expression.text) ?? 0n) : 0n;
    case "unary": {
      const value = truth(expression.operand);
      if (expression.operator === "!") return value === 0n ? 1n : 0n;
      if (expression.operator === "-") return -value;
      return expression.operator === "~" ? ~value : value;
    }
    case "binary":
      return binary(expression.operator, truth(expression.left), () => truth(expression.right));
    case "conditional":
      return truth(expression.test) !== 0n ? truth(expression.yes) : truth(expression.no);
    case "name":
      return expression.name.parts[0]?.text === "true" ? 1n : 0n;
    default:
      return 0n;
  }
}

function binary(operator: string, left: bigint, later: () => bigint): bigint {
  const bit = (yes: boolean) => (yes ? 1n : 0n);
  if (operator === "&&") return bit(left !== 0n && later() !== 0n);
  if (operator === "||") return bit(left !== 0n || later() !== 0n);
  const right = later();
  switch (operator) {
    case "==":
      return bit(left === right);
    case "!=":
      return bit(left !== right);
    case "<":
      return bit(left < right);
    case ">":
      return bit(left > right);
    case "<=":
      return bit(left <= right);
    case ">=":
      return bit(left >= right);
    default:
      return arithmetic(operator, left, right) ?? 0n;
  }
}

/** Integer arithmetic of C on 64 bits; undefined for a division by zero, a senseless shift or an unknown operator. */
export function arithmetic(operator: string, left: bigint, right: bigint): bigint | undefined {
  return OPERATIONS.get(operator)?.(left, right);
}

type Operation = (left: bigint, right: bigint) => bigint | undefined;

const divided =
  (divide: (left: bigint, right: bigint) => bigint): Operation =>
  (left, right) =>
    right === 0n ? undefined : divide(left, right);
const shifted =
  (shift: (left: bigint, right: bigint) => bigint): Operation =>
  (left, right) =>
    right < 0n || right > 63n ? undefined : shift(left, right);

const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ["+", (left, right) => BigInt.asIntN(128, left + right)],
  ["-", (left, right) => BigInt.asIntN(128, left - right)],
  ["*", (left, right) => BigInt.asIntN(128, left * right)],
  ["/", divided((left, right) => left / right)],
  ["%", divided((left, right) => left % right)],
  ["|", (left, right) => left | right],
  ["&", (left, right) => left & right],
  ["^", (left, right) => left ^ right],
  ["<<", shifted((left, right) => BigInt.asIntN(128, left << right))],
  [">>", shifted((left, right) => left >> right)],
]);

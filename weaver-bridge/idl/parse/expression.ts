/**
 * Constant expressions, C's operators and precedence. Used for constants, bounds, attribute arguments and `#if`.
 * Values are computed elsewhere (`check/constants.ts`): an expression may name what is declared later.
 */
import { lookUp } from "../../model/index.js";
import type { Expression, Identifier, ScopedName } from "./ast.js";
import { atText, type Cursor, fail, identifierFrom, isDeep, nextToken, peek, spanFrom } from "./cursor.js";
import { joinSpans } from "./source.js";
import { TokenKind } from "./token.js";

const LEVELS: Readonly<Record<string, number>> = {
  "||": 1,
  "&&": 2,
  "|": 3,
  "^": 4,
  "&": 5,
  "==": 6,
  "!=": 6,
  "<": 7,
  ">": 7,
  "<=": 7,
  ">=": 7,
  "<<": 8,
  ">>": 8,
  "+": 9,
  "-": 9,
  "*": 10,
  "/": 10,
  "%": 10,
};
const UNARY = new Set(["+", "-", "~", "!", "*", "&"]);

export interface ExpressionOptions {
  /** A `>` ends the expression, as in `sequence<long, 4>`. */
  readonly insideAngles?: boolean;
}

/** Undefined, with a problem reported, where no expression starts. */
export function parseExpression(cursor: Cursor, options: ExpressionOptions = {}): Expression | undefined {
  if (isDeep(cursor)) return undefined;
  cursor.depth++;
  const value = parseConditional(cursor, options);
  cursor.depth--;
  return value;
}

/** Operators of one level in a row; more than this is no expression that a person wrote. */
const LONGEST_CHAIN = 1000;

function parseConditional(cursor: Cursor, options: ExpressionOptions): Expression | undefined {
  const test = parseBinary(cursor, 1, options);
  if (test === undefined || !atText(cursor, "?")) return test;
  nextToken(cursor);
  const yes = parseExpression(cursor, {});
  if (yes === undefined) return test;
  if (!atText(cursor, ":")) {
    fail(cursor, "expected : and the other value", "A conditional is written test ? value : value.");
    return test;
  }
  nextToken(cursor);
  const no = parseExpression(cursor, options);
  return no === undefined
    ? test
    : { kind: "conditional", test, yes, no, span: joinSpans(test.span, no.span) };
}

function parseBinary(cursor: Cursor, level: number, options: ExpressionOptions): Expression | undefined {
  let left = parseUnary(cursor, options);
  for (let links = 0; left !== undefined; links++) {
    if (links > LONGEST_CHAIN) {
      fail(
        cursor,
        "this expression is too long",
        `Weft reads ${LONGEST_CHAIN} operators in a row; name parts of it with const.`,
      );
      return left;
    }
    const token = peek(cursor);
    const found = token.kind === TokenKind.Punctuator ? lookUp(LEVELS, token.text) : undefined;
    if (found === undefined || found < level) return left;
    if (options.insideAngles && token.text[0] === ">") return left;
    nextToken(cursor);
    const right = parseBinary(cursor, found + 1, options);
    if (right === undefined) return left;
    left = { kind: "binary", operator: token.text, left, right, span: joinSpans(left.span, right.span) };
  }
  return left;
}

function parseUnary(cursor: Cursor, options: ExpressionOptions): Expression | undefined {
  const token = peek(cursor);
  if (token.kind === TokenKind.Punctuator && UNARY.has(token.text)) {
    if (isDeep(cursor)) return undefined;
    cursor.depth++;
    nextToken(cursor);
    const operand = parseUnary(cursor, options);
    cursor.depth--;
    if (operand === undefined) return undefined;
    return { kind: "unary", operator: token.text, operand, span: joinSpans(token, operand.span) };
  }
  return parsePostfix(cursor, parsePrimary(cursor));
}

/** `a.b`, `a->b`, `f(x)`: C expressions as attributes of real headers hold them. */
function parsePostfix(cursor: Cursor, start: Expression | undefined): Expression | undefined {
  let value = start;
  while (value !== undefined) {
    const { text } = peek(cursor);
    if ((text === "." || text === "->") && peek(cursor, 1).kind === TokenKind.Word) {
      nextToken(cursor);
      const field = identifierFrom(nextToken(cursor));
      value = { kind: "member", object: value, field, span: joinSpans(value.span, field.span) };
    } else if (text === "(" && value.kind === "name") {
      value = parseCall(cursor, value);
    } else return value;
  }
  return value;
}

function parseCall(cursor: Cursor, callee: Extract<Expression, { kind: "name" }>): Expression {
  nextToken(cursor);
  const values: Expression[] = [];
  while (!atText(cursor, ")") && peek(cursor).kind !== TokenKind.End) {
    const value = parseExpression(cursor);
    if (value === undefined) break;
    values.push(value);
    while (peek(cursor).kind === TokenKind.Word || atText(cursor, "*")) nextToken(cursor); // sizeof(struct x *)
    if (!atText(cursor, ",")) break;
    nextToken(cursor);
  }
  if (atText(cursor, ")")) nextToken(cursor);
  else fail(cursor, "expected ) after the arguments", "Close the parenthesis.");
  return { kind: "call", callee: callee.name, arguments: values, span: spanFrom(cursor, callee.span) };
}

function parsePrimary(cursor: Cursor): Expression | undefined {
  const token = peek(cursor);
  switch (token.kind) {
    case TokenKind.Number:
    case TokenKind.Char:
      nextToken(cursor);
      return {
        kind: "literal",
        type: token.kind === TokenKind.Char ? "char" : "number",
        text: token.text,
        span: spanFrom(cursor, token),
      };
    case TokenKind.String:
      return parseStrings(cursor);
    case TokenKind.Word: {
      const name = parseScopedName(cursor);
      return name && { kind: "name", name, span: name.span };
    }
    default:
      return atText(cursor, "::") ? parseNameExpression(cursor) : parseParenthesis(cursor);
  }
}

function parseNameExpression(cursor: Cursor): Expression | undefined {
  const name = parseScopedName(cursor);
  return name && { kind: "name", name, span: name.span };
}

function parseParenthesis(cursor: Cursor): Expression | undefined {
  if (!atText(cursor, "(") || isDeep(cursor)) {
    fail(
      cursor,
      `expected a value, found ${describe(peek(cursor).text)}`,
      "Write a number, a constant, a literal or a parenthesis here.",
    );
    return undefined;
  }
  const open = nextToken(cursor);
  const pointer = pointerCast(cursor);
  if (pointer !== undefined) {
    const operand = parseUnary(cursor, {});
    return operand && { kind: "cast", type: pointer, operand, span: joinSpans(open, operand.span) };
  }
  cursor.depth++;
  const value = parseExpression(cursor);
  cursor.depth--;
  if (value === undefined) return undefined;
  while (peek(cursor).kind === TokenKind.Word || (atText(cursor, "*") && peek(cursor, 1).text === ")"))
    nextToken(cursor);
  if (!atText(cursor, ")")) {
    fail(cursor, "expected ) to close the parenthesis", "Close it behind the expression.");
    return value;
  }
  nextToken(cursor);
  const next = peek(cursor);
  const isCast =
    value.kind === "name" &&
    (next.kind === TokenKind.Number || next.kind === TokenKind.Word || next.text === "(");
  if (!isCast) return { ...value, span: spanFrom(cursor, open) };
  const operand = parseUnary(cursor, {});
  return operand && { kind: "cast", type: value.name, operand, span: joinSpans(open, operand.span) };
}

/** `T *)` after an opening parenthesis. */
function pointerCast(cursor: Cursor): ScopedName | undefined {
  let ahead = 0;
  while (peek(cursor, ahead).kind === TokenKind.Word) ahead++;
  const words = ahead;
  while (peek(cursor, ahead).text === "*") ahead++;
  if (words === 0 || ahead === words || peek(cursor, ahead).text !== ")") return undefined;
  const name = identifierFrom(peek(cursor, words - 1));
  cursor.index += ahead + 1;
  return { parts: [name], absolute: false, span: name.span };
}

/** Adjacent literals are one, as in C. */
function parseStrings(cursor: Cursor): Expression {
  const first = peek(cursor);
  let text = "";
  while (peek(cursor).kind === TokenKind.String) text += nextToken(cursor).text.replace(/^L?"|"$/g, "");
  const wide = first.text[0] === "L";
  return { kind: "literal", type: wide ? "wide-string" : "string", text, span: spanFrom(cursor, first) };
}

/** `A`, `::A::B`, and `A.B` where the dialect writes name spaces so. */
export function parseScopedName(cursor: Cursor, dots = false): ScopedName | undefined {
  const first = peek(cursor);
  const absolute = first.text === "::" && first.kind === TokenKind.Punctuator;
  if (absolute) nextToken(cursor);
  const parts: Identifier[] = [];
  for (;;) {
    const token = peek(cursor);
    if (token.kind !== TokenKind.Word) {
      fail(cursor, `expected a name, found ${describe(token.text)}`, "Names start with a letter.");
      return parts.length === 0 ? undefined : { parts, absolute, span: spanFrom(cursor, first) };
    }
    parts.push(identifierFrom(nextToken(cursor)));
    const separator = peek(cursor).text;
    if (separator !== "::" && !(dots && separator === ".")) break;
    if (peek(cursor, 1).kind !== TokenKind.Word) break;
    nextToken(cursor);
  }
  return { parts, absolute, span: spanFrom(cursor, first) };
}

export function describe(text: string): string {
  return text === "" ? "the end of the file" : `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
}

export function nameText(name: ScopedName): string {
  return (name.absolute ? "::" : "") + name.parts.map((part) => part.text).join("::");
}

/**
 * Types. Only C's own type words are keywords here, and only where a type must stand; `octet`, `Object`, `fpage`, `small`
 * are names that `check` resolves, so a file may use them for its own things.
 */
import type { Expression, TypeNode } from "./ast.js";
import { parseAttributes } from "./attributes.js";
import { isConstructedWord, parseConstructed } from "./constructed.js";
import {
  accept,
  atText,
  type Cursor,
  expect,
  expectCloseAngle,
  fail,
  isDeep,
  nextToken,
  peek,
  spanFrom,
} from "./cursor.js";
import { skipQualifiers } from "./declarator.js";
import { describe, parseExpression, parseScopedName } from "./expression.js";
import { parseNamed } from "./named-type.js";
import { isPrimitiveWord, parsePrimitive } from "./primitive.js";
import { type Token, TokenKind } from "./token.js";

/** Undefined, with a problem, where no type starts. */
export function parseType(cursor: Cursor): TypeNode | undefined {
  skipQualifiers(cursor);
  const token = peek(cursor);
  if (token.kind !== TokenKind.Word) {
    if (atText(cursor, "::")) return parseNamed(cursor, undefined);
    fail(cursor, `expected a type, found ${describe(token.text)}`, "A declaration starts with its type.");
    return undefined;
  }
  if (isDeep(cursor)) return undefined;
  cursor.depth++;
  const type = parseTypeWord(cursor, token);
  cursor.depth--;
  skipQualifiers(cursor);
  return type;
}

function parseTypeWord(cursor: Cursor, token: Token): TypeNode | undefined {
  const next = peek(cursor, 1);
  switch (token.text) {
    case "string":
    case "wstring":
      if (next.text === "<" || next.kind === TokenKind.Word || [">", ",", ")", ">>", "*"].includes(next.text))
        return parseString(cursor, token);
      break;
    case "sequence":
    case "map":
      if (next.text === "<") return parseSequence(cursor, token);
      break;
    case "fixed":
      if (next.text === "<" || next.kind === TokenKind.Word) return parseFixed(cursor, token);
      break;
    case "pipe":
      if (
        next.kind === TokenKind.Word &&
        (peek(cursor, 2).kind === TokenKind.Word || next.text === "unsigned")
      ) {
        nextToken(cursor);
        const element = parseType(cursor);
        return element && { kind: "pipe", element, span: spanFrom(cursor, token) };
      }
      break;
    case "SAFEARRAY":
      if (next.text === "(") return parseSafeArray(cursor, token);
      break;
    case "interface":
      if (next.kind === TokenKind.Word) {
        nextToken(cursor);
        return parseNamed(cursor, "interface");
      }
      break;
  }
  if (isConstructedWord(token.text) && (next.kind === TokenKind.Word || ["{", "[", "@"].includes(next.text)))
    return parseConstructed(cursor);
  if (isPrimitiveWord(token.text)) {
    const primitive = parsePrimitive(cursor);
    if (primitive !== undefined) return primitive;
  }
  return parseNamed(cursor, undefined);
}

function parseString(cursor: Cursor, token: Token): TypeNode {
  nextToken(cursor);
  const bound = accept(cursor, "<") ? parseBound(cursor, "after the bound of a string") : undefined;
  return { kind: "string", wide: token.text === "wstring", bound, span: spanFrom(cursor, token) };
}

function parseBound(cursor: Cursor, after: string): Expression | undefined {
  const bound = parseExpression(cursor, { insideAngles: true });
  expectCloseAngle(cursor, after);
  return bound;
}

function parseSequence(cursor: Cursor, token: Token): TypeNode | undefined {
  nextToken(cursor);
  nextToken(cursor);
  parseAttributes(cursor);
  const element = parseType(cursor);
  if (element === undefined) return undefined;
  if (token.text === "map") {
    if (!expect(cursor, ",", "between key and value of a map")) return undefined;
    const value = parseType(cursor);
    if (value === undefined) return undefined;
    const bound = accept(cursor, ",") ? parseExpression(cursor, { insideAngles: true }) : undefined;
    expectCloseAngle(cursor, "after the types of a map");
    return { kind: "map", key: element, value, bound, span: spanFrom(cursor, token) };
  }
  const bound = accept(cursor, ",") ? parseExpression(cursor, { insideAngles: true }) : undefined;
  expectCloseAngle(cursor, "after the type of a sequence");
  return { kind: "sequence", element, bound, span: spanFrom(cursor, token) };
}

function parseFixed(cursor: Cursor, token: Token): TypeNode {
  nextToken(cursor);
  if (!accept(cursor, "<"))
    return { kind: "fixed", digits: undefined, scale: undefined, span: spanFrom(cursor, token) };
  const digits = parseExpression(cursor, { insideAngles: true });
  const scale = accept(cursor, ",") ? parseExpression(cursor, { insideAngles: true }) : undefined;
  expectCloseAngle(cursor, "after the digits of a fixed");
  return { kind: "fixed", digits, scale, span: spanFrom(cursor, token) };
}

/** `SAFEARRAY(T)`: COM's self-describing array, kept as the name it is. */
function parseSafeArray(cursor: Cursor, token: Token): TypeNode | undefined {
  const name = parseScopedName(cursor);
  nextToken(cursor);
  const element = parseType(cursor);
  while (accept(cursor, "*"));
  expect(cursor, ")", "after the element type");
  if (name === undefined || element === undefined) return undefined;
  return { kind: "named", name, tag: undefined, arguments: [element], span: spanFrom(cursor, token) };
}

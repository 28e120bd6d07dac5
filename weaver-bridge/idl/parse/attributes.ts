/**
 * Attributes in their three spellings: `[a, b(c)]`, prefix words, `@annotations`. Any name is read; which ones apply
 * where is for `check` to say. Arguments are expressions, except where the dialects put free text (`uuid`).
 */
import type { Attribute, Expression } from "./ast.js";
import {
  accept,
  atEnd,
  atText,
  type Cursor,
  fail,
  identifierFrom,
  nextToken,
  peek,
  skipGroup,
  spanFrom,
} from "./cursor.js";
import { describe, parseExpression } from "./expression.js";
import { type Token, TokenKind } from "./token.js";

/** Attributes whose argument is text, not an expression. */
const FREE_TEXT = new Set([
  "uuid",
  "guid",
  "version",
  "endpoint",
  "contract",
  "contractversion",
  "activatable",
  "static",
  "exclusiveto",
  "helper",
  "flag",
  "transmit_as",
  "represent_as",
  "wire_marshal",
  "user_marshal",
  "async_uuid",
  "marshaling_behavior",
  "threading",
  "composable",
  "deprecated",
  "overload",
  "custom",
  "switch_type",
  "cpp_quote",
  "progid",
  "vi_progid",
  "compressionalg",
  "subcontext",
  "represent_as",
  "charset",
  "print",
  "implicit_handle",
  "explicit_handle",
  "exceptions",
  "flags",
  "annotation",
]);

/** Words that CORBA style writes before a type. Each is one only where something that can be typed still follows. */
const PREFIX_WORDS = new Set([
  "in",
  "out",
  "inout",
  "prealloc",
  "ref",
  "noxfer",
  "handle",
  "length_is",
  "size_is",
  "itrans",
  "otrans",
  "max_value",
  "typ_size",
  "max_size",
  "relevant_bits",
  "nocache",
  "l1_only",
  "all_caches",
  "oneway",
  "local",
  "kernelmsg",
  "writeable",
]);

const DIRECTIONS = new Set(["in", "out", "inout"]);

/** All attributes in front of a declaration, bracket groups and annotations alike. */
export function parseAttributes(cursor: Cursor): Attribute[] {
  const attributes: Attribute[] = [];
  for (;;) {
    if (atText(cursor, "[")) parseGroup(cursor, attributes);
    else if (atText(cursor, "@") && peek(cursor, 1).kind === TokenKind.Word)
      attributes.push(parseAnnotation(cursor));
    else return attributes;
  }
}

function parseGroup(cursor: Cursor, attributes: Attribute[]): void {
  const open = nextToken(cursor);
  while (!atText(cursor, "]") && !atEnd(cursor)) {
    if (accept(cursor, ",")) continue;
    if (peek(cursor).kind !== TokenKind.Word) {
      fail(
        cursor,
        `expected an attribute, found ${describe(peek(cursor).text)}`,
        "Attributes are words, separated by commas, in [ ].",
      );
      skipToGroupEnd(cursor);
      break;
    }
    attributes.push(parseAttribute(cursor));
    if (atText(cursor, "]") || atText(cursor, ",")) continue;
    fail(
      cursor,
      `expected , or ] after attribute "${attributes[attributes.length - 1]?.name.text}"`,
      "Separate attributes by commas and close the group with ].",
    );
    skipToGroupEnd(cursor);
  }
  if (!accept(cursor, "]"))
    cursor.report.error("idl/syntax", open, "these attributes do not end", "Close them with ].");
}

function skipToGroupEnd(cursor: Cursor): void {
  while (!atEnd(cursor)) {
    const { text } = peek(cursor);
    if (text === "]" || text === ";" || text === "{" || text === "}") return;
    if (text === "(" || text === "[") skipGroup(cursor);
    else nextToken(cursor);
  }
}

function parseAttribute(cursor: Cursor): Attribute {
  const token = nextToken(cursor);
  const name = identifierFrom(token);
  if (!atText(cursor, "(")) return { name, arguments: [], text: undefined, span: name.span };
  if (FREE_TEXT.has(token.text) && !(token.text === "uuid" && isShortNumber(cursor))) {
    const text = parseFreeText(cursor);
    return { name, arguments: [], text, span: spanFrom(cursor, name.span) };
  }
  const values = parseArguments(cursor);
  return { name, arguments: values, text: undefined, span: spanFrom(cursor, name.span) };
}

/** `uuid(7)`, an interface or method number, rather than a universal identifier. */
function isShortNumber(cursor: Cursor): boolean {
  return (
    peek(cursor, 2).text === ")" && !/[a-fA-F]|^\d{8,}$/.test(peek(cursor, 1).text.replace(/^0[xX]/, ""))
  );
}

function parseFreeText(cursor: Cursor): string {
  const first = cursor.index;
  skipGroup(cursor);
  const tokens = cursor.tokens.slice(first + 1, cursor.index - 1);
  return tokens
    .map((token: Token, index) => (index > 0 && token.spaceBefore ? " " : "") + token.text)
    .join("");
}

function parseArguments(cursor: Cursor): (Expression | undefined)[] {
  nextToken(cursor);
  const values: (Expression | undefined)[] = [];
  if (accept(cursor, ")")) return values;
  for (;;) {
    if (atText(cursor, ",") || atText(cursor, ")")) values.push(undefined);
    else {
      const before = cursor.index;
      values.push(parseExpression(cursor));
      if (cursor.index === before) break;
      if (accept(cursor, "=")) parseExpression(cursor);
    }
    if (!accept(cursor, ",")) break;
  }
  if (atText(cursor, ")")) nextToken(cursor);
  else {
    fail(
      cursor,
      `expected ) after the arguments of an attribute, found ${describe(peek(cursor).text)}`,
      "Close the arguments with ).",
    );
    skipToGroupEnd(cursor);
  }
  return values;
}

function parseAnnotation(cursor: Cursor): Attribute {
  const at = nextToken(cursor);
  const word = nextToken(cursor);
  let text = word.text;
  while (atText(cursor, "::") && peek(cursor, 1).kind === TokenKind.Word) {
    nextToken(cursor);
    text += `::${nextToken(cursor).text}`;
  }
  const name = { ...identifierFrom(word), text };
  const free = atText(cursor, "(") ? parseFreeText(cursor) : undefined;
  return { name, arguments: [], text: free, span: spanFrom(cursor, at) };
}

/** Prefix words; each counts only when a type and a name can still follow it, so that a type may be called `handle`. */
export function parsePrefixWords(cursor: Cursor): Attribute[] {
  const attributes: Attribute[] = [];
  while (
    peek(cursor).kind === TokenKind.Word &&
    PREFIX_WORDS.has(peek(cursor).text) &&
    startsDeclaration(cursor)
  )
    attributes.push(parseAttribute(cursor));
  return attributes;
}

function startsDeclaration(cursor: Cursor): boolean {
  const next = peek(cursor, 1);
  if (DIRECTIONS.has(peek(cursor).text) && next.kind === TokenKind.Word) return true;
  if (next.text === "(") return true;
  if (next.text === "::" || next.text === "[") return next.text === "::" && next.spaceBefore;
  if (next.kind !== TokenKind.Word) return false;
  const after = peek(cursor, 2);
  return (
    after.kind === TokenKind.Word ||
    ["*", "<", "::", "("].includes(after.text) ||
    (after.text === "." && peek(cursor, 3).kind === TokenKind.Word)
  );
}

export function findAttribute(attributes: readonly Attribute[], name: string): Attribute | undefined {
  return attributes.find((attribute) => attribute.name.text === name);
}

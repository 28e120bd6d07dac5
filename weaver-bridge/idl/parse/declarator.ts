/** What stands behind a type: names with pointers, arrays and bit widths, and the parameters of operations. */
import type { Declarator, Expression, Identifier, Parameter } from "./ast.js";
import { findAttribute, parseAttributes, parsePrefixWords } from "./attributes.js";
import {
  accept,
  atEnd,
  atText,
  type Cursor,
  expect,
  fail,
  identifierFrom,
  isDeep,
  nextToken,
  peek,
  spanFrom,
} from "./cursor.js";
import { describe, parseExpression } from "./expression.js";
import { joinSpans, type Span } from "./source.js";
import { type Token, TokenKind } from "./token.js";

const QUALIFIERS = new Set(["const", "volatile", "extern", "static", "inline", "register", "__const"]);

const CALL_WORDS = new Set([
  "__stdcall",
  "__cdecl",
  "_stdcall",
  "_cdecl",
  "__fastcall",
  "__pascal",
  "pascal",
  "stdcall",
  "STDMETHODCALLTYPE",
  "WINAPI",
  "CALLBACK",
  "__RPC_FAR",
  "__RPC_USER",
  "__RPC_STUB",
  "far",
  "__unaligned",
]);

export function skipQualifiers(cursor: Cursor): void {
  while (isQualifier(cursor)) nextToken(cursor);
}

/** `__stdcall` and its kin stand between type and name and mean nothing here. */
export function skipCallWords(cursor: Cursor): void {
  while (CALL_WORDS.has(peek(cursor).text)) nextToken(cursor);
}

/** `register` may also be the name of an operation. */
function isQualifier(cursor: Cursor): boolean {
  if (!QUALIFIERS.has(peek(cursor).text)) return false;
  const next = peek(cursor, 1);
  return (
    next.kind === TokenKind.Word || next.text === "*" || next.text === "::" || peek(cursor).text === "const"
  );
}

/** One or more, separated by commas. */
export function parseDeclarators(cursor: Cursor): Declarator[] {
  const declarators = [parseDeclarator(cursor)];
  while (accept(cursor, ",")) declarators.push(parseDeclarator(cursor));
  return declarators;
}

/** With `abstract`, the name may be missing. */
export function parseDeclarator(cursor: Cursor, abstract = false): Declarator {
  const first = peek(cursor);
  let pointers = 0;
  for (;;) {
    const { text } = peek(cursor);
    if (text === "*" || text === "&") pointers++;
    else if (!CALL_WORDS.has(text) && !isQualifier(cursor)) break;
    nextToken(cursor);
  }
  let inner: Declarator | undefined;
  let name: Identifier | undefined;
  if (atText(cursor, "(") && opensInner(cursor) && !isDeep(cursor)) {
    nextToken(cursor);
    cursor.depth++;
    inner = parseDeclarator(cursor, abstract);
    cursor.depth--;
    expect(cursor, ")", "after the inner declarator");
  } else if (peek(cursor).kind === TokenKind.Word) name = identifierFrom(nextToken(cursor));
  else if (!abstract && !atText(cursor, ":"))
    fail(cursor, `expected a name, found ${describe(peek(cursor).text)}`, "Write a name behind the type.");
  return declaratorTail(cursor, first, { name, pointers, inner });
}

/** `(*f)`, `(__stdcall *f)`. */
function opensInner(cursor: Cursor): boolean {
  const { text } = peek(cursor, 1);
  return text === "*" || CALL_WORDS.has(text);
}

function declaratorTail(
  cursor: Cursor,
  first: Token,
  head: Pick<Declarator, "name" | "pointers" | "inner">,
): Declarator {
  const arrays: (Expression | undefined)[] = [];
  const parameters = head.inner !== undefined && atText(cursor, "(") ? parseParameters(cursor) : undefined;
  while (atText(cursor, "[")) {
    nextToken(cursor);
    if (accept(cursor, "*")) arrays.push(undefined);
    else arrays.push(atText(cursor, "]") ? undefined : parseExpression(cursor));
    if (accept(cursor, "..")) parseExpression(cursor);
    if (!expect(cursor, "]", "after an array bound")) break;
  }
  const bits = accept(cursor, ":") ? parseExpression(cursor) : undefined;
  return {
    ...head,
    arrays,
    bits,
    parameters,
    span: cursor.tokens[cursor.index] === first ? emptySpan(first) : spanFrom(cursor, first),
  };
}

function emptySpan(token: Token): Span {
  return { file: token.file, start: token.start, end: token.start };
}

/** `( parameters )`, the opening parenthesis next. */
export function parseParameters(cursor: Cursor): Parameter[] {
  const parameters: Parameter[] = [];
  if (!expect(cursor, "(", "before the parameters")) return parameters;
  if (atText(cursor, "void") && peek(cursor, 1).text === ")") nextToken(cursor);
  while (!atText(cursor, ")") && !atEnd(cursor)) {
    if (accept(cursor, "...")) continue;
    const parameter = parseParameter(cursor);
    if (parameter !== undefined) parameters.push(parameter);
    if (accept(cursor, ",") && !atText(cursor, ")")) continue;
    if (atText(cursor, ")")) break;
    fail(
      cursor,
      `expected , or ) after a parameter, found ${describe(peek(cursor).text)}`,
      "Separate parameters by commas and close them with ).",
    );
    if (!skipToNextParameter(cursor)) break;
  }
  expect(cursor, ")", "after the parameters");
  return parameters;
}

function parseParameter(cursor: Cursor): Parameter | undefined {
  const first = peek(cursor);
  const attributes = parseAttributes(cursor);
  if (findAttribute(attributes, "in") === undefined || PARAMETER_WORDS.has(peek(cursor).text))
    attributes.push(...parsePrefixWords(cursor));
  attributes.push(...parseAttributes(cursor));
  const type = cursor.grammar.type(cursor);
  if (type === undefined) return undefined;
  const declarator = parseDeclarator(cursor, true);
  return { attributes, type, declarator, span: joinSpans(first, spanFrom(cursor, first)) };
}

const PARAMETER_WORDS = new Set(["in", "out", "inout", "handle", "prealloc", "noxfer"]);

/** Skips a broken parameter; false when the list itself has ended. */
function skipToNextParameter(cursor: Cursor): boolean {
  for (let open = 0; !atEnd(cursor); nextToken(cursor)) {
    const { text } = peek(cursor);
    if (text === ";" || text === "{" || text === "}") return false;
    if (text === "(" || text === "[") open++;
    else if (text === ")" && open === 0) return true;
    else if (text === ")" || text === "]") open--;
    else if (text === "," && open === 0) {
      nextToken(cursor);
      return true;
    }
  }
  return false;
}

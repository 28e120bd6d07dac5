/** Definitions without a body of definitions: typedefs, constants, exceptions, imports, coclasses, and what is skipped. */
import type { Attribute, Definition, Identifier, ImportNode, NamedTypeNode } from "./ast.js";
import { parseAttributes } from "./attributes.js";
import { parseMembers } from "./constructed.js";
import {
  accept,
  atEnd,
  atText,
  type Cursor,
  expect,
  fail,
  identifierFrom,
  nextToken,
  peek,
  recover,
  skipGroup,
  spanFrom,
} from "./cursor.js";
import { parseDeclarators, skipCallWords } from "./declarator.js";
import { describe, parseExpression, parseScopedName } from "./expression.js";
import { finish, parseOperation } from "./operation.js";
import { type Token, TokenKind } from "./token.js";
import { parseType } from "./types.js";

export function parseTypedef(
  cursor: Cursor,
  first: Token,
  outer: readonly Attribute[],
): Definition | undefined {
  nextToken(cursor);
  const attributes = [...outer, ...parseAttributes(cursor)];
  const type = parseType(cursor);
  if (type === undefined) return undefined;
  attributes.push(...parseAttributes(cursor));
  const tagOnly =
    atText(cursor, ";") &&
    "name" in type &&
    type.kind !== "primitive" &&
    type.kind !== "named" &&
    type.name !== undefined;
  const declarators = tagOnly ? [] : parseDeclarators(cursor);
  finish(cursor, "a typedef");
  return { kind: "typedef", attributes, type, declarators, span: spanFrom(cursor, first) };
}

export function parseConst(cursor: Cursor, first: Token): Definition | undefined {
  nextToken(cursor);
  const type = parseType(cursor);
  if (type === undefined) return undefined;
  let pointers = 0;
  for (;;) {
    if (accept(cursor, "*")) pointers++;
    else if (!accept(cursor, "const")) break;
  }
  skipCallWords(cursor);
  const token = peek(cursor);
  if (token.kind !== TokenKind.Word) {
    fail(
      cursor,
      `expected the name of the constant, found ${describe(token.text)}`,
      "Write const TYPE NAME = VALUE;.",
    );
    return undefined;
  }
  const name = identifierFrom(nextToken(cursor));
  if (atText(cursor, "("))
    return parseOperation(cursor, first, { attributes: [], result: type, resultPointers: pointers, name });
  while (atText(cursor, "[")) skipGroup(cursor);
  const value = expect(cursor, "=", "after the name of a constant") ? parseExpression(cursor) : undefined;
  finish(cursor, "a constant");
  return { kind: "const", type, name, pointers, value, span: spanFrom(cursor, first) };
}

export function parseException(cursor: Cursor, first: Token): Definition {
  nextToken(cursor);
  const name = identifierFrom(nextToken(cursor));
  const members = parseMembers(cursor, `exception ${name.text}`);
  accept(cursor, ";");
  return { kind: "exception", name, members, span: spanFrom(cursor, first) };
}

export function parseImport(
  cursor: Cursor,
  first: Token,
  keyword: "import" | "include" | "importlib",
): Definition {
  nextToken(cursor);
  const parenthesis = accept(cursor, "(");
  const files: FileName[] = [];
  for (let file = takeFileName(cursor); file !== undefined; file = takeFileName(cursor)) {
    files.push(file);
    if (!accept(cursor, ",")) break;
  }
  if (files.length === 0) parseScopedName(cursor);
  if (parenthesis) expect(cursor, ")", "after the file name");
  // DICE's own files end an import with its line.
  if (files.length === 0 || parenthesis) finish(cursor, keyword);
  else accept(cursor, ";");
  return { kind: "import", keyword, files, span: spanFrom(cursor, first) };
}

type FileName = ImportNode["files"][number];

/** `"file"`, or `<file>` of DICE, which is searched in the include folders alone. */
function takeFileName(cursor: Cursor): FileName | undefined {
  const first = peek(cursor);
  if (first.kind === TokenKind.String) {
    nextToken(cursor);
    return { name: first.text.slice(1, -1), system: false, span: first };
  }
  if (first.text !== "<") return undefined;
  let length = 1;
  while (!/^(?:[>;]|)$/.test(peek(cursor, length).text)) length++;
  if (peek(cursor, length).text !== ">") return undefined;
  const tokens = Array.from({ length: length + 1 }, () => nextToken(cursor));
  const name = tokens
    .slice(1, -1)
    .map(({ text, spaceBefore }, index) => (spaceBefore && index > 0 ? ` ${text}` : text))
    .join("");
  return { name, system: true, span: spanFrom(cursor, first) };
}

export function parseQuote(cursor: Cursor, first: Token): Definition {
  nextToken(cursor);
  nextToken(cursor);
  let text = "";
  while (peek(cursor).kind === TokenKind.String)
    text += nextToken(cursor)
      .text.slice(1, -1)
      .replace(/\\(["\\])/g, "$1");
  expect(cursor, ")", "after the quoted text");
  accept(cursor, ";");
  return { kind: "quote", text, span: spanFrom(cursor, first) };
}

export function parseCoclass(cursor: Cursor, first: Token, attributes: Attribute[]): Definition | undefined {
  nextToken(cursor);
  const name = identifierFrom(nextToken(cursor));
  const interfaces: { attributes: Attribute[]; type: NamedTypeNode }[] = [];
  if (accept(cursor, ";"))
    return { kind: "coclass", name, attributes, interfaces, span: spanFrom(cursor, first) };
  if (!expect(cursor, "{", `after coclass ${name.text}`)) return undefined;
  while (!atText(cursor, "}") && !atEnd(cursor)) {
    const own = parseAttributes(cursor);
    if (!accept(cursor, "interface")) accept(cursor, "dispinterface");
    const type = parseType(cursor);
    if (type?.kind === "named") interfaces.push({ attributes: own, type });
    if (!accept(cursor, ";")) {
      fail(cursor, "expected ; after an interface of a coclass", "End each entry with ;.");
      recover(cursor);
      if (atEnd(cursor)) break;
    }
  }
  expect(cursor, "}", `to close coclass ${name.text}`);
  accept(cursor, ";");
  return { kind: "coclass", name, attributes, interfaces, span: spanFrom(cursor, first) };
}

const OTHER_STATEMENTS = new Set([
  "native",
  "typeid",
  "typeprefix",
  "provides",
  "uses",
  "emits",
  "publishes",
  "consumes",
  "factory",
  "finder",
  "port",
  "mirrorport",
  "porttype",
  "connector",
  "midl_pragma",
  "apicontract",
  "truncatable",
  "primarykey",
  "alias",
]);

/** Statements that are read as a whole and left alone. */
export function isOther(cursor: Cursor): boolean {
  const { text } = peek(cursor);
  const next = peek(cursor, 1);
  if (text === "declare")
    return (
      next.text === "{" ||
      next.text === "[" ||
      (next.kind === TokenKind.Word && peek(cursor, 2).kind === TokenKind.Word)
    );
  if (text === "@" && next.text === "annotation") return true;
  return OTHER_STATEMENTS.has(text) && next.kind === TokenKind.Word && next.text !== "(";
}

export function parseOther(cursor: Cursor, first: Token): Definition {
  const keyword = nextToken(cursor).text;
  let name: Identifier | undefined;
  while (!atEnd(cursor) && !atText(cursor, ";") && !atText(cursor, "}")) {
    if (atText(cursor, "{")) {
      skipGroup(cursor);
      break;
    }
    if (atText(cursor, "(") || atText(cursor, "[")) skipGroup(cursor);
    else {
      const token = nextToken(cursor);
      if (token.kind === TokenKind.Word) name = identifierFrom(token);
    }
    if (keyword === "midl_pragma" && peek(cursor).lineStart) break;
  }
  accept(cursor, ";");
  return { kind: "other", keyword, name, span: spanFrom(cursor, first) };
}

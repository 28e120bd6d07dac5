/** What starts with a type inside an interface: operations, attributes, the state of a valuetype; and delegates. */
import type { Attribute, Definition, Identifier, OperationNode, ScopedName, TypeNode } from "./ast.js";
import { parseAttributes, parsePrefixWords } from "./attributes.js";
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
import { parseDeclarator, parseParameters } from "./declarator.js";
import { describe, parseScopedName } from "./expression.js";
import { parseTypeParameters } from "./named-type.js";
import { type Token, TokenKind } from "./token.js";
import { parseType } from "./types.js";

export function parseAttributeDeclaration(
  cursor: Cursor,
  first: Token,
  attributes: Attribute[],
): Definition | undefined {
  const readonly = accept(cursor, "readonly");
  expect(cursor, "attribute", "after readonly");
  attributes.push(...parseAttributes(cursor));
  const type = parseType(cursor);
  if (type === undefined) return undefined;
  const names: Identifier[] = [];
  do {
    const token = peek(cursor);
    if (token.kind === TokenKind.Word) names.push(identifierFrom(nextToken(cursor)));
    else
      fail(
        cursor,
        `expected the name of the attribute, found ${describe(token.text)}`,
        "Write attribute TYPE NAME;.",
      );
  } while (accept(cursor, ","));
  const getRaises: ScopedName[] = [];
  const setRaises: ScopedName[] = [];
  for (;;) {
    if (accept(cursor, "raises")) getRaises.push(...parseNameList(cursor));
    else if (accept(cursor, "getraises")) getRaises.push(...parseNameList(cursor));
    else if (accept(cursor, "setraises")) setRaises.push(...parseNameList(cursor));
    else break;
  }
  finish(cursor, "an attribute");
  return {
    kind: "attribute",
    attributes,
    readonly,
    type,
    names,
    getRaises,
    setRaises,
    span: spanFrom(cursor, first),
  };
}

export function parseDelegate(cursor: Cursor, first: Token, attributes: Attribute[]): Definition | undefined {
  nextToken(cursor);
  if (peek(cursor, 1).text === ";") {
    const name = identifierFrom(nextToken(cursor));
    nextToken(cursor);
    return { kind: "other", keyword: "delegate", name, span: spanFrom(cursor, first) };
  }
  const operation = parseMethodOrState(cursor, first, [], "delegate");
  if (operation?.kind !== "operation") return operation;
  return {
    kind: "interface",
    keyword: "delegate",
    name: operation.name,
    attributes,
    bases: [],
    body: [operation],
    span: operation.span,
  };
}

/** What starts with a type: an operation, a struct or enum of its own, or the state of a valuetype. */
export function parseMethodOrState(
  cursor: Cursor,
  first: Token,
  attributes: Attribute[],
  owner: string,
): Definition | undefined {
  attributes.push(...parsePrefixWords(cursor));
  if (atText(cursor, "oneway") && peek(cursor, 1).kind === TokenKind.Word)
    attributes.push(...parsePrefixWords(cursor));
  const type = parseType(cursor);
  if (type === undefined) return undefined;
  if (accept(cursor, ";") || isUnfinished(cursor, type))
    return typeDefinition(cursor, first, attributes, type);
  const declarator = parseDeclarator(cursor);
  if (owner === "delegate" && atText(cursor, "<")) parseTypeParameters(cursor);
  if (declarator.name === undefined) {
    if (declarator.inner !== undefined) finish(cursor, "this declaration");
    return undefined;
  }
  if (atText(cursor, "("))
    return parseOperation(cursor, first, {
      attributes,
      result: type,
      resultPointers: declarator.pointers,
      name: declarator.name,
    });
  while (accept(cursor, ",")) parseDeclarator(cursor);
  if (owner === "" && first.text !== "extern")
    fail(
      cursor,
      "expected a definition",
      "At this level stand modules, interfaces, types, constants, exceptions and imports.",
    );
  finish(cursor, "this declaration");
  return { kind: "other", keyword: "state", name: declarator.name, span: spanFrom(cursor, first) };
}

/** Whether `;` is missing behind a type that is defined here, which is then reported. */
function isUnfinished(cursor: Cursor, type: TypeNode): boolean {
  if (type.kind !== "struct" && type.kind !== "union" && type.kind !== "enum") return false;
  const where = `after ${type.kind} ${type.name?.text ?? ""}`.trimEnd();
  const next = peek(cursor);
  if (next.kind !== TokenKind.Word && next.text !== "*") {
    expect(cursor, ";", where);
    return true;
  }
  if (next.lineStart)
    cursor.report.error("idl/syntax", behind(cursor), `expected ";" ${where}`, "End the definition with ;.");
  return next.lineStart;
}

function behind(cursor: Cursor) {
  const before = cursor.tokens[cursor.index - 1] as Token;
  return { file: before.file, start: before.end, end: before.end };
}

function typeDefinition(
  cursor: Cursor,
  first: Token,
  attributes: readonly Attribute[],
  type: TypeNode,
): Definition | undefined {
  const span = spanFrom(cursor, first);
  if (
    type.kind === "struct" ||
    type.kind === "union" ||
    type.kind === "enum" ||
    (type.kind === "named" && type.tag !== undefined)
  )
    return { kind: "type", attributes, type, span };
  cursor.report.error("idl/syntax", span, "this declares nothing", "Give it a name, or make it a typedef.");
  return undefined;
}

/** What stands before the parameters of an operation. */
type OperationHead = Pick<OperationNode, "attributes" | "result" | "resultPointers" | "name">;

/** An operation from its `(` on. */
export function parseOperation(cursor: Cursor, first: Token, head: OperationHead): OperationNode {
  const parameters = parseParameters(cursor);
  const raises: ScopedName[] = [];
  for (;;) {
    if (accept(cursor, "raises")) raises.push(...parseNameList(cursor));
    else if (atText(cursor, "context") && peek(cursor, 1).text === "(") {
      nextToken(cursor);
      skipGroup(cursor);
    } else if (atText(cursor, "=") && peek(cursor, 1).text === "0") {
      nextToken(cursor);
      nextToken(cursor);
    } else if (!accept(cursor, "const")) break;
  }
  if (atText(cursor, "{")) skipGroup(cursor);
  else finish(cursor, `operation ${head.name.text}`);
  return { kind: "operation", ...head, parameters, raises, span: spanFrom(cursor, first) };
}

function parseNameList(cursor: Cursor): ScopedName[] {
  const names: ScopedName[] = [];
  if (!expect(cursor, "(", "before the names of exceptions")) return names;
  while (!atText(cursor, ")") && !atEnd(cursor)) {
    const name = parseScopedName(cursor);
    if (name === undefined) break;
    names.push(name);
    if (!accept(cursor, ",")) break;
  }
  expect(cursor, ")", "after the names of exceptions");
  return names;
}

/** The `;` at the end; where it is missing at a line's end, reading goes on with the next line. */
export function finish(cursor: Cursor, what: string): void {
  if (accept(cursor, ";")) return;
  fail(cursor, `expected ";" after ${what}, found ${describe(peek(cursor).text)}`, `End ${what} with ;.`);
  if (!peek(cursor).lineStart && !atText(cursor, "}")) recover(cursor);
}

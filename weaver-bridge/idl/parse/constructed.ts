/** Structs, unions and enums, with a body or only by their tag; members, cases and items. */
import type {
  Attribute,
  EnumItem,
  EnumNode,
  Expression,
  Identifier,
  Member,
  NamedTypeNode,
  StructNode,
  TypeNode,
  UnionCase,
  UnionNode,
} from "./ast.js";
import { parseAttributes } from "./attributes.js";
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
  spanFrom,
} from "./cursor.js";
import { parseDeclarators } from "./declarator.js";
import { describe, parseExpression, parseScopedName } from "./expression.js";
import { parseNamed } from "./named-type.js";
import { type Token, TokenKind } from "./token.js";

const CONSTRUCTED = new Set(["struct", "union", "enum", "bitmap", "bitmask", "bitset"]);

export function isConstructedWord(word: string): boolean {
  return CONSTRUCTED.has(word);
}

export function parseConstructed(
  cursor: Cursor,
): StructNode | UnionNode | EnumNode | NamedTypeNode | undefined {
  const keyword = nextToken(cursor);
  const attributes = parseAttributes(cursor);
  const isSwitched =
    keyword.text === "union" && peek(cursor).text === "switch" && peek(cursor, 1).text === "(";
  const hasName = peek(cursor).kind === TokenKind.Word && !isSwitched;
  if (hasName && !isDefined(cursor, keyword.text)) {
    const tag = TAGS.find((word) => word === keyword.text) ?? "bitmap";
    return parseNamed(cursor, tag);
  }
  const name = hasName ? identifierFrom(nextToken(cursor)) : undefined;
  if (keyword.text === "struct") return parseStruct(cursor, keyword, name, attributes);
  if (keyword.text === "union") return parseUnion(cursor, keyword, name, attributes);
  return parseEnum(cursor, keyword, name, attributes);
}

const TAGS = ["struct", "union", "enum"] as const;

/** Behind the name at the cursor a body follows. */
function isDefined(cursor: Cursor, keyword: string): boolean {
  switch (peek(cursor, 1).text) {
    case "{":
      return true;
    case ":":
      return keyword !== "union" && opensBody(cursor);
    case "switch":
      return keyword === "union";
    default:
      return false;
  }
}

/** `struct A : B {`, not the bit-field `struct A : 3;`. */
function opensBody(cursor: Cursor): boolean {
  for (let ahead = 2; ahead < 12; ahead++) {
    const { text } = peek(cursor, ahead);
    if (text === "{") return true;
    if (text === ";" || text === "," || text === ")") return false;
  }
  return false;
}

function parseStruct(
  cursor: Cursor,
  keyword: Token,
  name: Identifier | undefined,
  attributes: readonly Attribute[],
): StructNode {
  const base = accept(cursor, ":") ? parseScopedName(cursor) : undefined;
  const members = parseMembers(cursor, "a struct");
  return { kind: "struct", name, base, members, attributes, span: spanFrom(cursor, keyword) };
}

/** `{ members }`. */
export function parseMembers(cursor: Cursor, of: string): Member[] {
  const members: Member[] = [];
  if (!expect(cursor, "{", `before the members of ${of}`)) return members;
  while (!atText(cursor, "}") && !atEnd(cursor)) {
    if (accept(cursor, ";")) continue;
    const member = parseMember(cursor);
    if (member !== undefined) members.push(member);
  }
  expect(cursor, "}", `after the members of ${of}`);
  return members;
}

function parseMember(cursor: Cursor): Member | undefined {
  const before = cursor.index;
  const member = parseMemberBody(cursor);
  if (member !== undefined && (accept(cursor, ";") || atText(cursor, "}"))) {
    if (cursor.tokens[cursor.index - 1]?.text !== ";")
      fail(cursor, "expected ; after a member", "End each member with ;.");
    return member;
  }
  if (member !== undefined)
    fail(
      cursor,
      `expected ; after a member, found ${describe(peek(cursor).text)}`,
      "End each member with ;.",
    );
  recover(cursor);
  if (cursor.index === before) nextToken(cursor);
  return member;
}

function parseMemberBody(cursor: Cursor): Member | undefined {
  const first = peek(cursor);
  const attributes = parseAttributes(cursor);
  const type = cursor.grammar.type(cursor);
  if (type === undefined) return undefined;
  const anonymous =
    atText(cursor, ";") && (type.kind === "struct" || type.kind === "union" || type.kind === "enum");
  const declarators = anonymous ? [] : parseDeclarators(cursor);
  return { attributes, type, declarators, span: spanFrom(cursor, first) };
}

function parseUnion(
  cursor: Cursor,
  keyword: Token,
  name: Identifier | undefined,
  attributes: readonly Attribute[],
): UnionNode {
  let discriminator: TypeNode | undefined;
  let discriminatorName: Identifier | undefined;
  let valueName: Identifier | undefined;
  if (accept(cursor, "switch") && expect(cursor, "(", "before the discriminator of a union")) {
    parseAttributes(cursor);
    discriminator = cursor.grammar.type(cursor);
    if (peek(cursor).kind === TokenKind.Word) discriminatorName = identifierFrom(nextToken(cursor));
    expect(cursor, ")", "after the discriminator of a union");
    if (peek(cursor).kind === TokenKind.Word) valueName = identifierFrom(nextToken(cursor));
  }
  const cases: UnionCase[] = [];
  if (expect(cursor, "{", "before the cases of a union")) {
    while (!atText(cursor, "}") && !atEnd(cursor)) cases.push(parseCase(cursor));
    expect(cursor, "}", "after the cases of a union");
  }
  return {
    kind: "union",
    name,
    discriminator,
    discriminatorName,
    valueName,
    cases,
    attributes,
    span: spanFrom(cursor, keyword),
  };
}

/** `case 1: case 2: long x;`, `[case(1)] long x;`, `[default];`, or a plain member of a flat union. */
function parseCase(cursor: Cursor): UnionCase {
  const first = peek(cursor);
  const labels: (Expression | "default")[] = [];
  for (;;) {
    if (atText(cursor, "case") && peek(cursor, 1).text !== ";") {
      nextToken(cursor);
      const label = parseExpression(cursor);
      if (label !== undefined) labels.push(label);
    } else if (atText(cursor, "default") && peek(cursor, 1).text === ":") {
      nextToken(cursor);
      labels.push("default");
    } else break;
    if (!expect(cursor, ":", "after a case label")) break;
  }
  if (accept(cursor, ";")) return { labels, member: undefined, span: spanFrom(cursor, first) };
  const attributes = parseAttributes(cursor);
  for (const attribute of attributes) {
    if (attribute.name.text === "case")
      labels.push(...attribute.arguments.filter((value) => value !== undefined));
    if (attribute.name.text === "default") labels.push("default");
  }
  if (labels.length > 0 && accept(cursor, ";"))
    return { labels, member: undefined, span: spanFrom(cursor, first) };
  const member = parseMember(cursor);
  return {
    labels,
    member: member && { ...member, attributes: [...attributes, ...member.attributes] },
    span: spanFrom(cursor, first),
  };
}

function parseEnum(
  cursor: Cursor,
  keyword: Token,
  name: Identifier | undefined,
  attributes: readonly Attribute[],
): EnumNode {
  if (accept(cursor, ":")) cursor.grammar.type(cursor);
  const items: EnumItem[] = [];
  const kind = keyword.text as EnumNode["keyword"];
  expect(cursor, "{", `before the items of ${kind === "enum" ? "an enum" : `a ${kind}`}`);
  while (!atText(cursor, "}") && !atEnd(cursor)) {
    if (accept(cursor, ",") || accept(cursor, ";")) continue;
    const before = cursor.index;
    const item = kind === "bitset" ? parseBitfield(cursor) : parseEnumItem(cursor);
    if (item !== undefined) items.push(item);
    if (!atText(cursor, ",") && !atText(cursor, "}") && !atText(cursor, ";")) {
      fail(
        cursor,
        `expected , or } after an item, found ${describe(peek(cursor).text)}`,
        "Separate items by commas.",
      );
      recover(cursor);
      if (cursor.index === before) nextToken(cursor);
      return { kind: "enum", keyword: kind, name, items, attributes, span: spanFrom(cursor, keyword) };
    }
  }
  expect(cursor, "}", "after the items of an enum");
  return { kind: "enum", keyword: kind, name, items, attributes, span: spanFrom(cursor, keyword) };
}

function parseEnumItem(cursor: Cursor): EnumItem | undefined {
  parseAttributes(cursor);
  const token = peek(cursor);
  if (token.kind !== TokenKind.Word) {
    fail(
      cursor,
      `expected the name of an item, found ${describe(token.text)}`,
      "Items of an enum are names, optionally with = value.",
    );
    return undefined;
  }
  const name = identifierFrom(nextToken(cursor));
  const value = accept(cursor, "=") ? parseExpression(cursor) : undefined;
  return { name, value, span: spanFrom(cursor, token) };
}

/** IDL 4.2: `bitfield<3> a b;`. */
function parseBitfield(cursor: Cursor): EnumItem | undefined {
  const first = peek(cursor);
  cursor.grammar.type(cursor);
  if (peek(cursor).kind !== TokenKind.Word) return undefined;
  return { name: identifierFrom(nextToken(cursor)), value: undefined, span: spanFrom(cursor, first) };
}

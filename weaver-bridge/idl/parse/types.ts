/**
 * Types, declarators, members, parameters. Only C's own type words are keywords here, and only where a type must stand;
 * `octet`, `Object`, `fpage`, `small` are names that `check` resolves, so a file may use them for its own things.
 */
import type {
  Attribute,
  Declarator,
  EnumItem,
  EnumNode,
  Expression,
  Identifier,
  Member,
  NamedTypeNode,
  Parameter,
  PrimitiveName,
  StructNode,
  TypeNode,
  UnionCase,
  UnionNode,
} from "./ast.js";
import { findAttribute, parseAttributes, parsePrefixWords } from "./attributes.js";
import {
  accept,
  atEnd,
  atText,
  type Cursor,
  expect,
  expectCloseAngle,
  fail,
  identifierFrom,
  isDeep,
  nextToken,
  peek,
  recover,
  spanFrom,
} from "./cursor.js";
import { describe, parseExpression, parseScopedName } from "./expression.js";
import { joinSpans, type Span } from "./source.js";
import { type Token, TokenKind } from "./token.js";

const CONSTRUCTED = new Set(["struct", "union", "enum", "bitmap", "bitmask", "bitset"]);
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
/** Microsoft's spellings of sized integers. */
const SIZED_WORDS: Readonly<Record<string, string>> = { __int8: "small", __int16: "short", __int32: "int" };
const C_WORDS = new Set([
  "unsigned",
  "signed",
  "short",
  "long",
  "int",
  "char",
  "float",
  "double",
  "void",
  "__int64",
  "__int3264",
  "hyper",
  "small",
]);

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

function skipQualifiers(cursor: Cursor): void {
  while (isQualifier(cursor)) nextToken(cursor);
}

/** `register` may also be the name of an operation. */
function isQualifier(cursor: Cursor): boolean {
  if (!QUALIFIERS.has(peek(cursor).text)) return false;
  const next = peek(cursor, 1);
  return (
    next.kind === TokenKind.Word || next.text === "*" || next.text === "::" || peek(cursor).text === "const"
  );
}

function parseTypeWord(cursor: Cursor, token: Token): TypeNode | undefined {
  const next = peek(cursor, 1);
  switch (token.text) {
    case "string":
    case "wstring":
      if (next.text === "<" || next.kind === TokenKind.Word || [">", ",", ")", ">>"].includes(next.text))
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
  if (CONSTRUCTED.has(token.text) && (next.kind === TokenKind.Word || ["{", "[", "@"].includes(next.text)))
    return parseConstructed(cursor);
  if (C_WORDS.has(token.text) || Object.hasOwn(SIZED_WORDS, token.text)) {
    const primitive = parsePrimitive(cursor);
    if (primitive !== undefined) return primitive;
  }
  return parseNamed(cursor, undefined);
}

/** `unsigned long int` in any order; undefined when the words make no type of C (`small x`). */
function parsePrimitive(cursor: Cursor): TypeNode | undefined {
  const first = peek(cursor);
  const start = cursor.index;
  const counts = { unsigned: 0, signed: 0, short: 0, long: 0, int: 0 };
  let base = "";
  for (; peek(cursor).kind === TokenKind.Word; nextToken(cursor)) {
    const spelled = peek(cursor).text;
    if (spelled === "const" || spelled === "volatile") continue;
    const text = SIZED_WORDS[spelled] ?? spelled;
    if (Object.hasOwn(counts, text)) {
      if (!combines(text as keyof typeof counts, counts, base)) break;
      counts[text as keyof typeof counts]++;
    } else if (C_WORDS.has(text) && base === "" && fits(text, counts) && !isDeclaratorName(cursor, start))
      base = text;
    else break;
  }
  const name = primitiveName(counts, base);
  if (name !== undefined) return { kind: "primitive", name, span: spanFrom(cursor, first) };
  cursor.index = start;
  return undefined;
}

type Counts = Record<"unsigned" | "signed" | "short" | "long" | "int", number>;

function combines(word: keyof Counts, counts: Counts, base: string): boolean {
  if (word === "long")
    return counts.long < 2 && counts.short === 0 && (base === "" || base === "int" || base === "double");
  if (word === "short") return counts.short === 0 && counts.long === 0 && base === "";
  if (word === "int") return counts.int === 0 && base === "";
  return counts.unsigned + counts.signed === 0 && base !== "float" && base !== "double" && base !== "void";
}

function fits(word: string, counts: Counts): boolean {
  const plain = counts.unsigned + counts.signed === 0;
  const sized = counts.short + counts.long + counts.int > 0;
  if (word === "double") return plain && counts.short + counts.int === 0 && counts.long < 2;
  if (word === "float" || word === "void") return plain && !sized;
  return !sized;
}

/** `unsigned small;` declares a thing called small, `unsigned small x;` a small unsigned. */
function isDeclaratorName(cursor: Cursor, start: number): boolean {
  const { text } = peek(cursor);
  if (text !== "small" && text !== "hyper") return false;
  return (
    cursor.index > start &&
    peek(cursor, 1).kind !== TokenKind.Word &&
    !["*", ">", ">>"].includes(peek(cursor, 1).text)
  );
}

function primitiveName(counts: Counts, base: string): PrimitiveName | undefined {
  const unsigned = counts.unsigned > 0 ? "unsigned " : "";
  switch (base) {
    case "void":
    case "float":
      return base;
    case "double":
      return counts.long > 0 ? "long double" : "double";
    case "char":
      return counts.signed > 0 ? "signed char" : `${unsigned as "unsigned " | ""}char`;
    case "__int64":
    case "hyper":
      return `${unsigned as "unsigned " | ""}long long`;
    case "__int3264":
      return `${unsigned as "unsigned " | ""}long`;
    case "small":
      return unsigned === "" ? "signed char" : "unsigned char";
  }
  if (counts.long > 1) return `${unsigned as "unsigned " | ""}long long`;
  if (counts.long > 0) return `${unsigned as "unsigned " | ""}long`;
  if (counts.short > 0) return `${unsigned as "unsigned " | ""}short`;
  if (counts.int + counts.signed + counts.unsigned > 0) return `${unsigned as "unsigned " | ""}int`;
  return undefined;
}

function parseNamed(cursor: Cursor, tag: NamedTypeNode["tag"]): NamedTypeNode | undefined {
  const first = peek(cursor);
  const name = parseScopedName(cursor, true);
  if (name === undefined) return undefined;
  const parameters: TypeNode[] = [];
  if (atText(cursor, "<")) {
    nextToken(cursor);
    while (!atEnd(cursor)) {
      const type = parseType(cursor);
      if (type === undefined) break;
      while (accept(cursor, "*"));
      parameters.push(type);
      if (!accept(cursor, ",")) break;
    }
    expectCloseAngle(cursor, "after the type arguments");
  }
  return { kind: "named", name, tag, arguments: parameters, span: spanFrom(cursor, first) };
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

function parseConstructed(cursor: Cursor): StructNode | UnionNode | EnumNode | NamedTypeNode | undefined {
  const keyword = nextToken(cursor);
  const attributes = parseAttributes(cursor);
  const hasName =
    peek(cursor).kind === TokenKind.Word &&
    !(keyword.text === "union" && peek(cursor).text === "switch" && peek(cursor, 1).text === "(");
  const named = peek(cursor, 1).text;
  const isBody =
    !hasName ||
    named === "{" ||
    (named === ":" && keyword.text !== "union") ||
    (named === "switch" && keyword.text === "union");
  if (!isBody || (hasName && named === ":" && !opensBody(cursor))) {
    const tag =
      keyword.text === "struct" || keyword.text === "union" || keyword.text === "enum"
        ? keyword.text
        : "bitmap";
    return parseNamed(cursor, tag);
  }
  const name = hasName ? identifierFrom(nextToken(cursor)) : undefined;
  if (keyword.text === "struct") return parseStruct(cursor, keyword, name, attributes);
  if (keyword.text === "union") return parseUnion(cursor, keyword, name, attributes);
  return parseEnum(cursor, keyword, name, attributes);
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
  const type = parseType(cursor);
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
    discriminator = parseType(cursor);
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
  if (accept(cursor, ":")) parseType(cursor);
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
  parseType(cursor);
  if (peek(cursor).kind !== TokenKind.Word) return undefined;
  return { name: identifierFrom(nextToken(cursor)), value: undefined, span: spanFrom(cursor, first) };
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
  const type = parseType(cursor);
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

/**
 * One file of IDL to its tree: recursive descent over preprocessed tokens, all dialects in one grammar. A word is a
 * keyword only where its construct can start and what follows fits it. Never throws; whatever was understood is kept.
 */
import type {
  Attribute,
  Definition,
  Identifier,
  InterfaceNode,
  NamedTypeNode,
  OperationNode,
  ScopedName,
  TypeNode,
} from "./ast.js";
import { parseAttributes, parsePrefixWords } from "./attributes.js";
import {
  accept,
  atEnd,
  atText,
  type Cursor,
  expect,
  fail,
  identifierFrom,
  isDeep,
  makeCursor,
  nextToken,
  peek,
  recover,
  skipGroup,
  spanFrom,
} from "./cursor.js";
import { describe, parseExpression, parseScopedName } from "./expression.js";
import { type Preprocessed, preprocess, type ReadInclude } from "./preprocessor.js";
import type { Report } from "./report.js";
import { type Token, TokenKind } from "./token.js";
import { parseDeclarator, parseDeclarators, parseMembers, parseParameters, parseType } from "./types.js";

export interface ParsedFile {
  readonly file: string;
  readonly definitions: readonly Definition[];
  readonly pragmas: Preprocessed["pragmas"];
  readonly included: Preprocessed["included"];
}

export function parseFile(
  file: string,
  text: string,
  readInclude: ReadInclude,
  defines: readonly string[],
  report: Report,
): ParsedFile {
  const { tokens, pragmas, included } = preprocess(file, text, readInclude, defines, report);
  const cursor = makeCursor(tokens, report);
  const definitions = parseBody(cursor, "");
  return { file, definitions, pragmas, included };
}

/** Definitions up to the `}` that closes `owner` (its name, "" for the file). */
function parseBody(cursor: Cursor, owner: string): Definition[] {
  const definitions: Definition[] = [];
  while (!atEnd(cursor)) {
    if (atText(cursor, "}")) {
      if (owner !== "") return definitions;
      fail(cursor, "this } closes nothing", "Remove it, or look for a missing { above.");
      nextToken(cursor);
      continue;
    }
    if (accept(cursor, ";")) continue;
    const before = cursor.index;
    const errorBefore = cursor.lastError;
    const definition = parseDefinition(cursor, owner);
    if (definition !== undefined) definitions.push(definition);
    if (cursor.lastError !== errorBefore && cursor.lastError >= cursor.index && cursor.lastError >= before)
      recover(cursor);
    else if (definition === undefined) recover(cursor);
    if (cursor.index === before) nextToken(cursor);
  }
  return definitions;
}

function parseDefinition(cursor: Cursor, owner: string): Definition | undefined {
  const first = peek(cursor);
  const attributes = parseAttributes(cursor);
  const token = peek(cursor);
  const next = peek(cursor, 1);
  const named = next.kind === TokenKind.Word;
  switch (token.text) {
    case "module":
    case "library":
    case "namespace":
      if (named) return parseModule(cursor, first, attributes, token.text);
      break;
    case "interface":
    case "dispinterface":
    case "runtimeclass":
      if (named && !looksLikeVariable(cursor)) return parseInterface(cursor, first, attributes, token.text);
      break;
    case "local":
    case "abstract":
    case "custom":
      if (["interface", "valuetype", "eventtype"].includes(next.text)) {
        attributes.push({
          name: identifierFrom(nextToken(cursor)),
          arguments: [],
          text: undefined,
          span: token,
        });
        return parseInterface(
          cursor,
          first,
          attributes,
          next.text === "interface" ? "interface" : "valuetype",
        );
      }
      break;
    case "valuetype":
    case "eventtype":
      if (named) return parseInterface(cursor, first, attributes, "valuetype");
      break;
    case "component":
    case "home":
      if (named && [":", "{", ";", "supports", "manages"].includes(peek(cursor, 2).text))
        return parseInterface(cursor, first, attributes, token.text);
      break;
    case "typedef":
      return parseTypedef(cursor, first, attributes);
    case "const":
      return parseConst(cursor, first);
    case "exception":
      if (named && peek(cursor, 2).text === "{") return parseException(cursor, first);
      break;
    case "import":
    case "include":
    case "importlib":
      if (
        next.kind === TokenKind.String ||
        next.text === "(" ||
        (token.text === "import" && peek(cursor, 2).text === ";")
      )
        return parseImport(cursor, first, token.text);
      break;
    case "cpp_quote":
    case "midl_echo":
      if (next.text === "(") return parseQuote(cursor, first);
      break;
    case "coclass":
      if (named) return parseCoclass(cursor, first, attributes);
      break;
    case "attribute":
    case "readonly":
      if (named) return parseAttributeDeclaration(cursor, first, attributes);
      break;
    case "delegate":
      if (named) return parseDelegate(cursor, first, attributes);
      break;
    case "properties":
    case "methods":
      if (next.text === ":") {
        nextToken(cursor);
        nextToken(cursor);
        return { kind: "other", keyword: token.text, name: undefined, span: spanFrom(cursor, first) };
      }
      break;
    case "public":
    case "private":
      if (named) {
        nextToken(cursor);
        return parseMethodOrState(cursor, first, attributes, owner);
      }
      break;
    default:
      if (isOther(cursor)) return parseOther(cursor, first);
  }
  return parseMethodOrState(cursor, first, attributes, owner);
}

/** `interface X *f();`, or `interface A.B;` in the body of a runtime class: a type, not a definition. */
function looksLikeVariable(cursor: Cursor): boolean {
  if (peek(cursor).text !== "interface") return false;
  const after = peek(cursor, 2);
  return (
    after.text === "*" || after.text === "." || (after.kind === TokenKind.Word && after.text !== "requires")
  );
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
function isOther(cursor: Cursor): boolean {
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

function parseOther(cursor: Cursor, first: Token): Definition {
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

function parseModule(
  cursor: Cursor,
  first: Token,
  attributes: Attribute[],
  keyword: "module" | "library" | "namespace",
): Definition | undefined {
  nextToken(cursor);
  const name = parseScopedName(cursor, true);
  if (name === undefined || !expect(cursor, "{", `after ${keyword} ${name.parts[0]?.text}`) || isDeep(cursor))
    return undefined;
  cursor.depth++;
  const body = parseBody(cursor, name.parts[name.parts.length - 1]?.text ?? "?");
  cursor.depth--;
  expect(cursor, "}", `to close ${keyword} ${name.parts[0]?.text}`);
  accept(cursor, ";");
  return { kind: "module", keyword, name, attributes, body, span: spanFrom(cursor, first) };
}

function parseInterface(
  cursor: Cursor,
  first: Token,
  attributes: Attribute[],
  keyword: InterfaceNode["keyword"],
): Definition | undefined {
  nextToken(cursor);
  const word = peek(cursor);
  if (word.kind !== TokenKind.Word) {
    fail(
      cursor,
      `expected the name of the ${keyword}, found ${describe(word.text)}`,
      "Names start with a letter.",
    );
    return undefined;
  }
  const name = identifierFrom(nextToken(cursor));
  if (atText(cursor, "<")) parseTypeParameters(cursor);
  const bases = parseBases(cursor);
  if (keyword === "valuetype" && !atText(cursor, "{") && !atText(cursor, ";"))
    return parseValueBox(cursor, first, name);
  if (!atText(cursor, "{")) {
    if (bases.length === 0 || keyword === "runtimeclass")
      accept(cursor, ";") ||
        fail(
          cursor,
          `expected { or ; after ${keyword} ${name.text}`,
          "Open its body with {, or end a forward declaration with ;.",
        );
    else expect(cursor, "{", `after the bases of ${keyword} ${name.text}`);
    return {
      kind: "interface",
      keyword,
      name,
      attributes,
      bases,
      body: undefined,
      span: spanFrom(cursor, first),
    };
  }
  if (isDeep(cursor)) return undefined;
  nextToken(cursor);
  cursor.depth++;
  const body = parseBody(cursor, name.text);
  cursor.depth--;
  expect(cursor, "}", `to close ${keyword} ${name.text}`);
  accept(cursor, ";");
  return { kind: "interface", keyword, name, attributes, bases, body, span: spanFrom(cursor, first) };
}

function parseTypeParameters(cursor: Cursor): void {
  while (!atEnd(cursor) && !atText(cursor, ">") && !atText(cursor, "{") && !atText(cursor, ";"))
    nextToken(cursor);
  accept(cursor, ">");
}

const BASE_WORDS = new Set(["supports", "requires", "manages", "truncatable", "primarykey"]);

function parseBases(cursor: Cursor): NamedTypeNode[] {
  const bases: NamedTypeNode[] = [];
  while (
    atText(cursor, ":") ||
    (BASE_WORDS.has(peek(cursor).text) && peek(cursor, 1).kind === TokenKind.Word)
  ) {
    nextToken(cursor);
    do {
      accept(cursor, "truncatable");
      parseAttributes(cursor);
      if (atText(cursor, "{")) break;
      const type = parseType(cursor);
      if (type?.kind === "named") bases.push(type);
      else {
        if (type !== undefined)
          cursor.report.error(
            "idl/syntax",
            type.span,
            "only interfaces can be inherited",
            "Name an interface here.",
          );
        return bases;
      }
    } while (accept(cursor, ","));
  }
  return bases;
}

/** `valuetype Name T;`. */
function parseValueBox(cursor: Cursor, first: Token, name: Identifier): Definition {
  parseType(cursor);
  accept(cursor, ";");
  return { kind: "other", keyword: "valuetype", name, span: spanFrom(cursor, first) };
}

function parseTypedef(cursor: Cursor, first: Token, outer: readonly Attribute[]): Definition | undefined {
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

function parseConst(cursor: Cursor, first: Token): Definition | undefined {
  nextToken(cursor);
  const type = parseType(cursor);
  if (type === undefined) return undefined;
  let pointers = 0;
  for (;;) {
    if (accept(cursor, "*")) pointers++;
    else if (!accept(cursor, "const")) break;
  }
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
  if (atText(cursor, "(")) return parseOperation(cursor, first, [], type, pointers, name);
  while (atText(cursor, "[")) skipGroup(cursor);
  const value = expect(cursor, "=", "after the name of a constant") ? parseExpression(cursor) : undefined;
  finish(cursor, "a constant");
  return { kind: "const", type, name, pointers, value, span: spanFrom(cursor, first) };
}

function parseException(cursor: Cursor, first: Token): Definition {
  nextToken(cursor);
  const name = identifierFrom(nextToken(cursor));
  const members = parseMembers(cursor, `exception ${name.text}`);
  accept(cursor, ";");
  return { kind: "exception", name, members, span: spanFrom(cursor, first) };
}

function parseImport(cursor: Cursor, first: Token, keyword: "import" | "include" | "importlib"): Definition {
  nextToken(cursor);
  const parenthesis = accept(cursor, "(");
  const files: { name: string; span: Token }[] = [];
  while (peek(cursor).kind === TokenKind.String) {
    const token = nextToken(cursor);
    files.push({ name: token.text.slice(1, -1), span: token });
    if (!accept(cursor, ",")) break;
  }
  if (files.length === 0) parseScopedName(cursor);
  if (parenthesis) expect(cursor, ")", "after the file name");
  finish(cursor, keyword);
  return { kind: "import", keyword, files, span: spanFrom(cursor, first) };
}

function parseQuote(cursor: Cursor, first: Token): Definition {
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

function parseCoclass(cursor: Cursor, first: Token, attributes: Attribute[]): Definition | undefined {
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

function parseAttributeDeclaration(
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

function parseDelegate(cursor: Cursor, first: Token, attributes: Attribute[]): Definition | undefined {
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
function parseMethodOrState(
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
  if (accept(cursor, ";")) return typeDefinition(cursor, first, attributes, type);
  if (type.kind === "struct" || type.kind === "union" || type.kind === "enum") {
    if (peek(cursor).kind !== TokenKind.Word && peek(cursor).text !== "*") {
      expect(cursor, ";", `after ${type.kind} ${type.name?.text ?? ""}`.trimEnd());
      return typeDefinition(cursor, first, attributes, type);
    }
    if (peek(cursor).lineStart) {
      cursor.report.error(
        "idl/syntax",
        behind(cursor),
        `expected ";" after ${type.kind} ${type.name?.text ?? ""}`.trimEnd(),
        "End the definition with ;.",
      );
      return typeDefinition(cursor, first, attributes, type);
    }
  }
  const declarator = parseDeclarator(cursor);
  if (declarator.name === undefined) {
    if (declarator.inner !== undefined) finish(cursor, "this declaration");
    return undefined;
  }
  if (!atText(cursor, "(")) {
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
  return parseOperation(cursor, first, attributes, type, declarator.pointers, declarator.name);
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

function parseOperation(
  cursor: Cursor,
  first: Token,
  attributes: Attribute[],
  result: TypeNode,
  resultPointers: number,
  name: Identifier,
): OperationNode {
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
  else finish(cursor, `operation ${name.text}`);
  return {
    kind: "operation",
    attributes,
    result,
    resultPointers,
    name,
    parameters,
    raises,
    span: spanFrom(cursor, first),
  };
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
function finish(cursor: Cursor, what: string): void {
  if (accept(cursor, ";")) return;
  fail(cursor, `expected ";" after ${what}, found ${describe(peek(cursor).text)}`, `End ${what} with ;.`);
  if (!peek(cursor).lineStart && !atText(cursor, "}")) recover(cursor);
}

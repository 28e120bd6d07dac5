/**
 * One file of IDL to its tree: recursive descent over preprocessed tokens, all dialects in one grammar. A word is a
 * keyword only where its construct can start and what follows fits it. Never throws; whatever was understood is kept.
 */
import type { Attribute, BaseNode, Definition, Identifier, InterfaceNode } from "./ast.js";
import { parseAttributes } from "./attributes.js";
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
  spanFrom,
} from "./cursor.js";
import { describe, parseScopedName } from "./expression.js";
import { parseTypeParameters } from "./named-type.js";
import { parseAttributeDeclaration, parseDelegate, parseMethodOrState } from "./operation.js";
import { type Preprocessed, preprocess, type ReadInclude } from "./preprocessor.js";
import type { Report } from "./report.js";
import {
  isOther,
  parseCoclass,
  parseConst,
  parseException,
  parseImport,
  parseOther,
  parseQuote,
  parseTypedef,
} from "./statements.js";
import { type Token, TokenKind } from "./token.js";
import { parseType } from "./types.js";

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
  const cursor = makeCursor(tokens, report, { type: parseType });
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
        next.text === "<" ||
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

const BASE_WORDS = new Set(["supports", "requires", "manages", "truncatable", "primarykey"]);

function parseBases(cursor: Cursor): BaseNode[] {
  const bases: BaseNode[] = [];
  while (
    atText(cursor, ":") ||
    (BASE_WORDS.has(peek(cursor).text) && peek(cursor, 1).kind === TokenKind.Word)
  ) {
    const isRequired = nextToken(cursor).text === "requires";
    do {
      accept(cursor, "truncatable");
      parseAttributes(cursor);
      if (atText(cursor, "{")) break;
      const type = parseType(cursor);
      if (type?.kind === "named") bases.push(isRequired ? { ...type, isRequired } : type);
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

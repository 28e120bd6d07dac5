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
import { type Preprocessed, preprocess } from "./preprocessor.js";
import type { ReadInclude } from "./read-include.js";
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
  const { tokens, pragmas, included } = preprocess({ file, text, readInclude, defines }, report);
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

/** A definition from its keyword on; `first` is where its attributes begin. */
interface Start {
  readonly cursor: Cursor;
  readonly first: Token;
  readonly attributes: Attribute[];
  /** The name of what it stands in. */
  readonly owner: string;
}

/** What a keyword may begin. */
interface KeywordParser {
  /** Whether what follows fits; where it does not, the keyword is a type or a name. */
  readonly fits: (cursor: Cursor) => boolean;
  readonly parse: (start: Start) => Definition | undefined;
}

function parseDefinition(cursor: Cursor, owner: string): Definition | undefined {
  const first = peek(cursor);
  const attributes = parseAttributes(cursor);
  const keyword = KEYWORDS.get(peek(cursor).text);
  if (keyword?.fits(cursor) === true) return keyword.parse({ cursor, first, attributes, owner });
  if (keyword === undefined && isOther(cursor)) return parseOther(cursor, first);
  return parseMethodOrState(cursor, first, attributes, owner);
}

const isNamed = (cursor: Cursor) => peek(cursor, 1).kind === TokenKind.Word;
const followedBy =
  (...texts: string[]) =>
  (cursor: Cursor) =>
    texts.includes(peek(cursor, 1).text);
const always = () => true;

/** `module`, `library`, `namespace`, of which each says itself what it is; so with interfaces below. */
const aModule = (keyword: "module" | "library" | "namespace"): [string, KeywordParser] => [
  keyword,
  {
    fits: isNamed,
    parse: ({ cursor, first, attributes }) => parseModule(cursor, first, attributes, keyword),
  },
];

type InterfaceKeyword = Parameters<typeof parseInterface>[3];

const anInterface = (
  word: string,
  fits: KeywordParser["fits"],
  keyword = word as InterfaceKeyword,
): [string, KeywordParser] => [
  word,
  { fits, parse: ({ cursor, first, attributes }) => parseInterface(cursor, first, attributes, keyword) },
];

/** `local interface X`: the word is kept as an attribute. */
const modified: KeywordParser = {
  fits: followedBy("interface", "valuetype", "eventtype"),
  parse: ({ cursor, first, attributes }) => {
    const span = peek(cursor);
    attributes.push({ name: identifierFrom(nextToken(cursor)), arguments: [], text: undefined, span });
    const keyword = peek(cursor).text === "interface" ? "interface" : "valuetype";
    return parseInterface(cursor, first, attributes, keyword);
  },
};

const anImport = (keyword: "import" | "include" | "importlib"): [string, KeywordParser] => [
  keyword,
  {
    fits: (cursor) =>
      peek(cursor, 1).kind === TokenKind.String ||
      followedBy("(", "<")(cursor) ||
      (keyword === "import" && peek(cursor, 2).text === ";"),
    parse: ({ cursor, first }) => parseImport(cursor, first, keyword),
  },
];

const quote: KeywordParser = {
  fits: followedBy("("),
  parse: ({ cursor, first }) => parseQuote(cursor, first),
};

const attribute: KeywordParser = {
  fits: isNamed,
  parse: ({ cursor, first, attributes }) => parseAttributeDeclaration(cursor, first, attributes),
};

/** `properties:` and `methods:` of a dispatch interface. */
const section: KeywordParser = {
  fits: followedBy(":"),
  parse: ({ cursor, first }) => {
    const keyword = nextToken(cursor).text;
    nextToken(cursor);
    return { kind: "other", keyword, name: undefined, span: spanFrom(cursor, first) };
  },
};

/** `public` and `private` before a state member of a value type. */
const access: KeywordParser = {
  fits: isNamed,
  parse: ({ cursor, first, attributes, owner }) => {
    nextToken(cursor);
    return parseMethodOrState(cursor, first, attributes, owner);
  },
};

const isComponent = (cursor: Cursor) =>
  isNamed(cursor) && [":", "{", ";", "supports", "manages"].includes(peek(cursor, 2).text);

const KEYWORDS: ReadonlyMap<string, KeywordParser> = new Map<string, KeywordParser>([
  ...[aModule("module"), aModule("library"), aModule("namespace")],
  ...["interface", "dispinterface", "runtimeclass"].map((word) =>
    anInterface(word, (cursor) => isNamed(cursor) && !looksLikeVariable(cursor)),
  ),
  ...["local", "abstract", "custom"].map((word): [string, KeywordParser] => [word, modified]),
  ...[anInterface("valuetype", isNamed), anInterface("eventtype", isNamed, "valuetype")],
  ...[anInterface("component", isComponent), anInterface("home", isComponent)],
  [
    "typedef",
    { fits: always, parse: ({ cursor, first, attributes }) => parseTypedef(cursor, first, attributes) },
  ],
  ["const", { fits: always, parse: ({ cursor, first }) => parseConst(cursor, first) }],
  [
    "exception",
    {
      fits: (cursor) => isNamed(cursor) && peek(cursor, 2).text === "{",
      parse: ({ cursor, first }) => parseException(cursor, first),
    },
  ],
  ...[anImport("import"), anImport("include"), anImport("importlib")],
  ["cpp_quote", quote],
  ["midl_echo", quote],
  [
    "coclass",
    { fits: isNamed, parse: ({ cursor, first, attributes }) => parseCoclass(cursor, first, attributes) },
  ],
  ["attribute", attribute],
  ["readonly", attribute],
  [
    "delegate",
    { fits: isNamed, parse: ({ cursor, first, attributes }) => parseDelegate(cursor, first, attributes) },
  ],
  ["properties", section],
  ["methods", section],
  ["public", access],
  ["private", access],
]);

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

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
  if (TYPE_WORDS.get(token.text)?.fits(cursor, next) === true)
    return TYPE_WORDS.get(token.text)?.parse(cursor, token);
  if (isConstructedWord(token.text) && (next.kind === TokenKind.Word || ["{", "[", "@"].includes(next.text)))
    return parseConstructed(cursor);
  const primitive = isPrimitiveWord(token.text) ? parsePrimitive(cursor) : undefined;
  return primitive ?? parseNamed(cursor, undefined);
}

/** A word that begins a type if what follows fits, and is a name otherwise. */
interface TypeWord {
  readonly fits: (cursor: Cursor, next: Token) => boolean;
  readonly parse: (cursor: Cursor, token: Token) => TypeNode | undefined;
}

const aString: TypeWord = {
  fits: (_, { kind, text }) => kind === TokenKind.Word || ["<", ">", ",", ")", ">>", "*"].includes(text),
  parse: parseString,
};

const aSequence: TypeWord = { fits: (_, { text }) => text === "<", parse: parseSequence };

const TYPE_WORDS: ReadonlyMap<string, TypeWord> = new Map<string, TypeWord>([
  ["string", aString],
  ["wstring", aString],
  ["sequence", aSequence],
  ["map", aSequence],
  ["fixed", { fits: (_, { kind, text }) => text === "<" || kind === TokenKind.Word, parse: parseFixed }],
  [
    "pipe",
    {
      fits: (cursor, { kind, text }) =>
        kind === TokenKind.Word && (text === "unsigned" || peek(cursor, 2).kind === TokenKind.Word),
      parse: parsePipe,
    },
  ],
  ["SAFEARRAY", { fits: (_, { text }) => text === "(", parse: parseSafeArray }],
  [
    "interface",
    {
      fits: (_, { kind }) => kind === TokenKind.Word,
      parse: (cursor) => {
        nextToken(cursor);
        return parseNamed(cursor, "interface");
      },
    },
  ],
]);

function parsePipe(cursor: Cursor, token: Token): TypeNode | undefined {
  nextToken(cursor);
  const element = parseType(cursor);
  return element && { kind: "pipe", element, span: spanFrom(cursor, token) };
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

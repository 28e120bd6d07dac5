/** C's own type words, in any order: `unsigned long int`. Which words make one type is known here and nowhere else. */
import { lookUp } from "../../model/index.js";
import type { PrimitiveName, TypeNode } from "./ast.js";
import { type Cursor, nextToken, peek, spanFrom } from "./cursor.js";
import { TokenKind } from "./token.js";

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

/** Whether `word` may begin a type that is spelled with C's words. */
export function isPrimitiveWord(word: string): boolean {
  return C_WORDS.has(word) || Object.hasOwn(SIZED_WORDS, word);
}

/** `unsigned long int` in any order; undefined when the words make no type of C (`small x`). */
export function parsePrimitive(cursor: Cursor): TypeNode | undefined {
  const first = peek(cursor);
  const start = cursor.index;
  const counts = { unsigned: 0, signed: 0, short: 0, long: 0, int: 0 };
  let base = "";
  for (; peek(cursor).kind === TokenKind.Word; nextToken(cursor)) {
    const spelled = peek(cursor).text;
    if (spelled === "const" || (spelled === "volatile" && peek(cursor, 1).text !== ";")) continue;
    const text = lookUp(SIZED_WORDS, spelled) ?? spelled;
    if (Object.hasOwn(counts, text)) {
      if (!combines(text as keyof typeof counts, counts, base) || isMember(cursor, start)) break;
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

/** `short int;` and `short signed;` declare things called so: only C has these words. */
const isMember = (cursor: Cursor, start: number) =>
  ["int", "signed"].includes(peek(cursor).text) &&
  cursor.index > start &&
  [";", "["].includes(peek(cursor, 1).text);

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

/**
 * Ordinary declarations inside an aspect: data, functions, types. Only what weaving needs is read: the whole extent
 * and the names that are declared; the compiler checks the rest.
 */
import type { AspectMember } from "../../model/index.js";
import type { ProblemSink } from "./problem-sink.js";
import type { Token } from "./scan-token.js";
import {
  functionBracket,
  type TakenDeclaration,
  takeDeclaration,
  withoutAttributes,
} from "./take-declaration.js";
import type { TokenCursor } from "./token-cursor.js";

/** The cursor stands at the declaration's first token and is left behind it. */
export function parseMember(cursor: TokenCursor, sink: ProblemSink): AspectMember[] {
  return describe(cursor, takeDeclaration(cursor, sink));
}

/** Nothing but these before a name and `(`: a macro that declares something, `DEFINE_SPINLOCK(lock);`. */
const STORAGE = /^(?:static|extern|inline|const)$/;
const ELABORATED = /^(?:struct|union|enum|class)$/;

function describe(cursor: TokenCursor, { tokens: all, range, block }: TakenDeclaration): AspectMember[] {
  const tokens = withoutAttributes(cursor, all);
  const words = tokens.map((token) => cursor.textOf(token));
  const member = (kind: AspectMember["kind"], token: Token | undefined): AspectMember => ({
    kind,
    name: token === undefined ? "" : cursor.textOf(token),
    nameRange:
      token === undefined ? { start: range.start, end: range.start } : { start: token.start, end: token.end },
    range,
  });
  if (tokens.length === 0 || (tokens.length === 1 && words[0] === ";")) return [];
  if (words[0] === "typedef") return [member("type", declaredName(cursor, tokens))];
  if (/^(?:_Static_assert|static_assert|using|friend)$/.test(words[0] as string))
    return [member("type", undefined)];
  const tag = tagOf(words, block !== undefined);
  if (tag !== undefined)
    return [member("type", tokens[tag]?.kind === "identifier" ? tokens[tag] : undefined)];
  const open = functionBracket(cursor, tokens);
  if (
    open !== undefined &&
    words.at(-1) === ";" &&
    words.slice(0, open - 1).every((word) => STORAGE.test(word))
  )
    return [member("type", undefined)];
  if (open !== undefined) return [member("function", functionName(words, tokens, open))];
  return splitDeclarators(words, tokens).map((part) => member("data", declaredName(cursor, part)));
}

/** `struct tag;`, `struct tag : base { ... };`, `enum class tag { ... };`: nothing declared but the type. */
function tagOf(words: readonly string[], hasBlock: boolean): number | undefined {
  const key = words.findIndex((word) => ELABORATED.test(word));
  if (key === -1 || words.slice(0, key).some((word) => !/^(?:const|volatile|static|extern)$/.test(word)))
    return undefined;
  const name = ELABORATED.test(words[key + 1] ?? "") ? key + 2 : key + 1;
  const isOnlyType = hasBlock
    ? words.at(-1) === ";" && (words.at(-2) === "{" || words.length <= name + 1)
    : words.slice(name).filter((word) => word !== ";").length <= 1;
  return isOnlyType ? name : undefined;
}

/** The name before the brackets; for an operator the word `operator`. */
function functionName(words: readonly string[], tokens: readonly Token[], open: number): Token | undefined {
  const operator = words.lastIndexOf("operator", open);
  return tokens[operator === -1 ? open - 1 : operator];
}

function splitDeclarators(words: readonly string[], tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  let angles = 0;
  let isType = true;
  tokens.forEach((token, index) => {
    const word = words[index] as string;
    if (word === "(" || word === "[") depth++;
    if (word === ")" || word === "]") depth--;
    if (word === "=") isType = false;
    if (isType && word === "<") angles++;
    if (isType && word.startsWith(">")) angles = Math.max(0, angles - word.length);
    if (depth === 0 && angles === 0 && word === ",") {
      parts.push([]);
      isType = true;
    } else parts.at(-1)?.push(token);
  });
  return parts;
}

/** In `(*name)` the name inside, else the last name before `=`, `[`, `{`, `:` or the end. */
function declaredName(cursor: TokenCursor, tokens: readonly Token[]): Token | undefined {
  let name: Token | undefined;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    const text = cursor.textOf(token);
    if (text === "=" || text === "[" || text === ":") break;
    // Of a struct with a body the name follows it.
    if (text === "{" && tokens[index + 1] !== undefined && tokens[index + 1]?.kind !== "identifier") break;
    if (text === "(" && name !== undefined) {
      const next = tokens[index + 1];
      if (next !== undefined && cursor.textOf(next) === "*")
        return tokens
          .slice(index + 2)
          .find((item) => item.kind === "identifier" && cursor.textOf(item) !== "const");
      break;
    }
    if (token.kind === "identifier") name = token;
  }
  return name;
}

/**
 * Ordinary declarations inside an aspect: data, functions, types. Only what weaving needs is read: the whole extent
 * and the names that are declared; the compiler checks the rest.
 */
import type { AspectMember } from "../../model/index.js";
import type { ProblemSink } from "./problem-sink.js";
import type { Token } from "./scan-token.js";
import { skipBlock, startsAspectDeclaration } from "./skip-block.js";
import type { TokenCursor } from "./token-cursor.js";

/** The cursor stands at the declaration's first token and is left behind it. */
export function parseMember(cursor: TokenCursor, sink: ProblemSink): AspectMember[] {
  const start = cursor.token.start;
  const flat: Token[] = [];
  let depth = 0;
  for (;;) {
    const { token } = cursor;
    if (token.kind === "end" || startsAspectDeclaration(cursor) || (depth === 0 && cursor.at("}")))
      return unfinished(cursor, sink, start, flat);
    if (cursor.at("{")) {
      const isBody = depth === 0 && isFunction(cursor, flat);
      const block = skipBlock(cursor);
      if (!block.closed) {
        const range = { start: block.start, end: block.start + 1 };
        sink.error("aspect/missing-brace", range, "`{` has no `}`", "Close the block.");
      }
      if (isBody || !block.closed) break;
    } else {
      if (cursor.at("(") || cursor.at("[")) depth++;
      if (cursor.at(")") || cursor.at("]")) depth = Math.max(0, depth - 1);
      const ends = depth === 0 && cursor.at(";");
      flat.push(cursor.take());
      if (ends) break;
    }
  }
  return describe(cursor, flat, { start, end: cursor.lastEnd });
}

function unfinished(
  cursor: TokenCursor,
  sink: ProblemSink,
  start: number,
  flat: readonly Token[],
): AspectMember[] {
  const range = { start, end: Math.max(start, cursor.lastEnd) };
  sink.error(
    "aspect/missing-semicolon",
    range,
    "the declaration has no `;`",
    "Declarations in an aspect end in `;`.",
  );
  return describe(cursor, flat, range);
}

/** Nothing but these before a name and `(`: a macro that declares something, `DEFINE_SPINLOCK(lock);`. */
const STORAGE = /^(?:static|extern|inline|const)$/;
const ELABORATED = /^(?:struct|union|enum|class)$/;
const ATTRIBUTE =
  /^(?:__attribute__|__attribute|__declspec|alignas|_Alignas|typeof|__typeof__|__typeof|decltype|asm|__asm__)$/;

function describe(cursor: TokenCursor, flat: readonly Token[], range: AspectMember["range"]): AspectMember[] {
  const tokens = withoutAttributes(cursor, flat);
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
  const tag = words.findIndex((word) => ELABORATED.test(word));
  if (
    tag !== -1 &&
    tokens.slice(tag + 1).filter((token) => token.kind === "identifier").length <= 1 &&
    isTypeOnly(words, tag)
  )
    return [member("type", tokens[tag + 1]?.kind === "identifier" ? tokens[tag + 1] : undefined)];
  const open = functionBracket(cursor, tokens);
  if (
    open !== undefined &&
    words.at(-1) === ";" &&
    words.slice(0, open - 1).every((word) => STORAGE.test(word))
  )
    return [member("type", undefined)];
  if (open !== undefined) return [member("function", tokens[open - 1])];
  return splitDeclarators(words, tokens).map((part) => member("data", declaredName(cursor, part)));
}

/** `struct tag;`, `struct tag { ... };`, `enum { ... };`: nothing declared but the type. */
function isTypeOnly(words: readonly string[], tag: number): boolean {
  const rest = words.slice(tag + 1).filter((word) => word !== ";");
  return rest.length <= 1;
}

function isFunction(cursor: TokenCursor, flat: readonly Token[]): boolean {
  return functionBracket(cursor, withoutAttributes(cursor, flat)) !== undefined;
}

/** Index of the `(` of a function's parameter list: after a name, before any `=`, and not `(*name)`. */
function functionBracket(cursor: TokenCursor, tokens: readonly Token[]): number | undefined {
  for (let index = 0; index < tokens.length; index++) {
    const text = cursor.textOf(tokens[index] as Token);
    if (text === "=") return undefined;
    if (text !== "(") continue;
    const next = tokens[index + 1];
    const isPointer = next !== undefined && cursor.textOf(next) === "*";
    return tokens[index - 1]?.kind === "identifier" && !isPointer ? index : undefined;
  }
  return undefined;
}

function withoutAttributes(cursor: TokenCursor, tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (token.kind === "directive") continue;
    if (!(token.kind === "identifier" && ATTRIBUTE.test(cursor.textOf(token)))) {
      kept.push(token);
      continue;
    }
    let depth = 0;
    while (index + 1 < tokens.length) {
      const text = cursor.textOf(tokens[index + 1] as Token);
      if (depth === 0 && text !== "(") break;
      index++;
      if (text === "(") depth++;
      else if (text === ")" && --depth === 0) break;
    }
  }
  return kept;
}

function splitDeclarators(words: readonly string[], tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  tokens.forEach((token, index) => {
    const word = words[index] as string;
    if (word === "(" || word === "[") depth++;
    if (word === ")" || word === "]") depth--;
    if (depth === 0 && word === ",") parts.push([]);
    else parts.at(-1)?.push(token);
  });
  return parts;
}

/** In `(*name)` the name inside, else the last name before `=`, `[`, `:` or the end. */
function declaredName(cursor: TokenCursor, tokens: readonly Token[]): Token | undefined {
  let name: Token | undefined;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    const text = cursor.textOf(token);
    if (text === "=" || text === "[" || text === ":") break;
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

/**
 * The extent of one ordinary C or C++ declaration: up to its `;` or the end of a function's body. Initialisers in
 * braces, constructor initialisers, operators, templates and function-try-blocks are told apart from bodies.
 */
import type { TextRange } from "../../model/index.js";
import type { ProblemSink } from "./problem-sink.js";
import type { Token } from "./scan-token.js";
import { skipBlock, startsAspectDeclaration } from "./skip-block.js";
import type { TokenCursor } from "./token-cursor.js";

export interface TakenDeclaration {
  /** Its tokens without what stands in braces. */
  readonly tokens: readonly Token[];
  readonly range: TextRange;
  /** Number of {@link tokens} before the first block in braces; absent when there is none. */
  readonly block?: number;
}

/** False where it is not closed, which is told. */
function takeBlock(cursor: TokenCursor, sink: ProblemSink): boolean {
  const { closed, start } = skipBlock(cursor);
  if (!closed) {
    const range = { start, end: start + 1 };
    sink.error("aspect/missing-brace", range, "`{` has no `}`", "Close the block.");
  }
  return closed;
}

/** 1 where a parenthesis or a bracket opens, -1 where it closes. */
function nestingAt(cursor: TokenCursor): number {
  if (cursor.at("(") || cursor.at("[")) return 1;
  return cursor.at(")") || cursor.at("]") ? -1 : 0;
}

/** The cursor stands at the first token and is left behind the declaration. */
export function takeDeclaration(cursor: TokenCursor, sink: ProblemSink): TakenDeclaration {
  const start = cursor.token.start;
  const tokens: Token[] = [];
  let depth = 0;
  let block: number | undefined;
  const result = (): TakenDeclaration => ({
    tokens,
    range: { start, end: Math.max(start, cursor.lastEnd) },
    ...(block === undefined ? {} : { block }),
  });
  if (cursor.at("template")) takeTemplateHead(cursor, tokens);
  for (;;) {
    const { token } = cursor;
    if (token.kind === "end" || startsAspectDeclaration(cursor) || (depth === 0 && cursor.at("}"))) {
      reportUnfinished(sink, result().range);
      return result();
    }
    if (cursor.at("{")) {
      const isBody = depth === 0 && isFunctionBody(cursor, tokens);
      block ??= tokens.length;
      const isClosed = takeBlock(cursor, sink);
      if (!isClosed || (isBody && !cursor.at("catch"))) return result();
      tokens.push({ ...token, end: token.start + 1 });
    } else {
      depth = Math.max(0, depth + nestingAt(cursor));
      const ends = depth === 0 && cursor.at(";");
      tokens.push(cursor.take());
      if (ends) return result();
    }
  }
}

function reportUnfinished(sink: ProblemSink, range: TextRange): void {
  sink.error(
    "aspect/missing-semicolon",
    range,
    "the declaration has no `;`",
    "Declarations in an aspect end in `;`.",
  );
}

function takeTemplateHead(cursor: TokenCursor, tokens: Token[]): void {
  while (cursor.at("template")) {
    cursor.take();
    if (cursor.at("<")) skipAngles(cursor);
  }
  tokens.length = 0;
}

/** From `<` to its `>`; `>>` closes two. Ends before braces and semicolons, which can't stand there. */
export function skipAngles(cursor: TokenCursor): void {
  let depth = 0;
  let brackets = 0;
  while (cursor.token.kind !== "end" && !cursor.at(";") && !cursor.at("{") && !cursor.at("}")) {
    const text = cursor.textOf(cursor.take());
    if (text === "(") brackets++;
    else if (text === ")") brackets--;
    else if (brackets > 0) continue;
    else if (text === "<") depth++;
    else if (text === ">") depth--;
    else if (text === ">>") depth -= 2;
    if (depth <= 0) return;
  }
}

/** The `{` at the cursor begins a body: of a function, behind constructor initialisers, or of a handler. */
function isFunctionBody(cursor: TokenCursor, tokens: readonly Token[]): boolean {
  const plain = withoutAttributes(cursor, tokens);
  const open = functionBracket(cursor, plain);
  if (open === undefined) return false;
  const colon = initialiserColon(cursor, plain, open);
  if (colon === undefined) return true;
  const last = plain.at(-1);
  const text = last === undefined ? "" : cursor.textOf(last);
  return text === ")" || text === "{" || text === "...";
}

/** Index of the `:` of constructor initialisers, behind the parameter list. */
function initialiserColon(cursor: TokenCursor, tokens: readonly Token[], open: number): number | undefined {
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    const text = cursor.textOf(tokens[index] as Token);
    if (text === "(" || text === "[") depth++;
    else if (text === ")" || text === "]") depth--;
    else if (depth === 0 && text === ":") return index;
  }
  return undefined;
}

/**
 * Index of the `(` of a function's parameter list: after a name, before any `=`, and not `(*name)`; in
 * `void (*name(int))()`, a function that returns a pointer to one, the inner.
 */
export function functionBracket(cursor: TokenCursor, tokens: readonly Token[]): number | undefined {
  for (let index = 0; index < tokens.length; index++) {
    const text = cursor.textOf(tokens[index] as Token);
    if (text === "operator") return operatorBracket(cursor, tokens, index + 1);
    if (text === "=") return undefined;
    if (text !== "(") continue;
    const before = tokens[index - 1];
    const next = tokens[index + 1];
    const isPointer = next !== undefined && /^[*&]$/.test(cursor.textOf(next));
    const follows = before?.kind === "identifier" || (before !== undefined && cursor.textOf(before) === ">");
    if (isPointer) return returnedPointerBracket(cursor, tokens, index + 1);
    return follows ? index : undefined;
  }
  return undefined;
}

/** `*name(` behind the `(` of a declarator, with qualifiers. */
function returnedPointerBracket(
  cursor: TokenCursor,
  tokens: readonly Token[],
  from: number,
): number | undefined {
  let index = from;
  while (tokens[index] !== undefined && POINTER_PART.test(cursor.textOf(tokens[index] as Token))) index++;
  const [name, open] = [tokens[index], tokens[index + 1]];
  return name?.kind === "identifier" && open !== undefined && cursor.textOf(open) === "("
    ? index + 1
    : undefined;
}

const POINTER_PART = /^(?:[*&]|&&|const|volatile|restrict|__restrict|__restrict__)$/;

/** `operator()(int)` has its parameters in the second brackets. */
function operatorBracket(cursor: TokenCursor, tokens: readonly Token[], from: number): number | undefined {
  const isCall = tokens[from] !== undefined && cursor.textOf(tokens[from]) === "(";
  for (let index = isCall ? from + 2 : from; index < tokens.length; index++)
    if (cursor.textOf(tokens[index] as Token) === "(") return index;
  return undefined;
}

const ATTRIBUTE =
  /^(?:__attribute__|__attribute|__declspec|alignas|_Alignas|typeof|__typeof__|__typeof|decltype|asm|__asm__)$/;

/** Without `__attribute__((...))`, `[[...]]` and preprocessor lines. */
export function withoutAttributes(cursor: TokenCursor, tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (token.kind === "directive") continue;
    const isDouble = isOpenSquare(cursor, token) && isOpenSquare(cursor, tokens[index + 1]);
    const isNamed = token.kind === "identifier" && ATTRIBUTE.test(cursor.textOf(token));
    if (!isDouble && !isNamed) {
      kept.push(token);
      continue;
    }
    index = lastOfBrackets(cursor, tokens, isDouble ? index : index + 1);
  }
  return kept;
}

/** Index of what closes the bracket at `from`; that before it where none opens there. */
function lastOfBrackets(cursor: TokenCursor, tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let index = from; index < tokens.length; index++) {
    const text = cursor.textOf(tokens[index] as Token);
    if (/^[([]$/.test(text)) depth++;
    else if (depth === 0) return index - 1;
    else if (/^[)\]]$/.test(text) && --depth === 0) return index;
  }
  return tokens.length - 1;
}

function isOpenSquare(cursor: TokenCursor, token: Token | undefined): boolean {
  return token !== undefined && cursor.textOf(token) === "[";
}

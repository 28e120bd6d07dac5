/**
 * Skips `{ ... }` in half-written aspect files. Branches of `#if` count their braces once; a block that is never
 * closed ends where the next declaration of the aspect language begins, so that one missing brace costs one block.
 */
import type { TokenCursor } from "./token-cursor.js";

export interface SkippedBlock {
  readonly start: number;
  /** Behind `}`, or behind the last token when there is none. */
  readonly end: number;
  readonly closed: boolean;
}

/**
 * The cursor stands at `{`. `outerColumn` is the column of the declaration around the block's owner, when the owner
 * is indented deeper: a `};` there closes that declaration, not the block.
 */
export function skipBlock(cursor: TokenCursor, outerColumn = -1): SkippedBlock {
  const { start } = cursor.token;
  const branches: number[] = [];
  let depth = 0;
  for (;;) {
    const { token } = cursor;
    if (token.kind === "end" || startsAspectDeclaration(cursor) || closesOuter(cursor, outerColumn))
      return { start, end: cursor.lastEnd, closed: false };
    if (token.kind === "directive") depth = followBranch(cursor.textOf(token), branches, depth);
    else if (cursor.at("{")) depth++;
    else if (cursor.at("}")) depth--;
    cursor.take();
    if (depth === 0 && token.kind !== "directive") return { start, end: cursor.lastEnd, closed: true };
  }
}

/** Depth at the start of this branch: `#else` begins again with the depth of its `#if`. */
function followBranch(directive: string, branches: number[], depth: number): number {
  const word = /^#\s*(\w+)/.exec(directive)?.[1] ?? "";
  if (/^if/.test(word)) branches.push(depth);
  else if (/^el/.test(word)) return branches.at(-1) ?? depth;
  else if (word === "endif") branches.pop();
  return depth;
}

function closesOuter(cursor: TokenCursor, outerColumn: number): boolean {
  if (!cursor.token.startsLine || !cursor.at("}")) return false;
  return cursor.column <= outerColumn && cursor.text.startsWith(";", cursor.peek().start);
}

/** `advice "..."`, `pointcut name(`, `aspect Name {` at the start of a line: never C. */
export function startsAspectDeclaration(cursor: TokenCursor): boolean {
  if (!cursor.token.startsLine || cursor.token.kind !== "identifier") return false;
  const next = cursor.peek();
  if (cursor.at("advice"))
    return next.kind === "string" || next.kind === "identifier" || cursor.text.startsWith("!", next.start);
  if (cursor.at("aspect") && cursor.text.startsWith("[[", next.start)) return true;
  if (next.kind !== "identifier") return false;
  if (cursor.at("pointcut")) return /^\s*\(/.test(cursor.text.slice(next.end, next.end + 20));
  return cursor.at("aspect") && /^\s*[{:]/.test(cursor.text.slice(next.end, next.end + 20));
}

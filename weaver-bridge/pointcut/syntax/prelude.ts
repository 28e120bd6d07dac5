/**
 * The ordinary C of an aspect file: everything between aspects and pointcuts, as ranges. Namespaces and
 * `extern "C"` around aspects are followed; their braces stay in the prelude only if something else stands inside.
 */
import type { TextRange } from "../../model/index.js";
import { skipBlock, startsAspectDeclaration } from "./skip-block.js";
import type { TokenCursor } from "./token-cursor.js";

interface Scope {
  /** Undefined for `extern "C"`. */
  readonly name: string | undefined;
  readonly head: TextRange;
  used: boolean;
}

export function createPrelude(cursor: TokenCursor) {
  const ranges: TextRange[] = [];
  const scopes: Scope[] = [];
  const unused: TextRange[] = [];
  let start: number | undefined;
  const begin = () => {
    start ??= cursor.token.start;
  };
  const use = () => {
    for (const scope of scopes) scope.used = true;
  };
  const end = () => {
    if (start !== undefined && cursor.lastEnd > start) ranges.push({ start, end: cursor.lastEnd });
    start = undefined;
  };
  return {
    /** Names of the namespaces around the cursor. */
    scope: (): string[] => scopes.flatMap((scope) => scope.name ?? []),
    /** Takes the current token into the prelude. */
    add(): void {
      begin();
      use();
      cursor.take();
    },
    /** Takes one declaration, up to its `;` or the end of its block. */
    addDeclaration(): void {
      begin();
      use();
      while (cursor.token.kind !== "end") {
        if (cursor.token.kind === "directive" || startsAspectDeclaration(cursor)) break;
        if (cursor.at("{")) {
          skipBlock(cursor);
          break;
        }
        const { token } = cursor;
        if (cursor.at("}") && token.start !== start && scopes.length > 0) break;
        cursor.take();
        if (cursor.text[token.start] === ";" && token.kind === "punctuation") break;
      }
    },
    /** `namespace n {` or `extern "C" {` at the cursor. */
    openScope(): boolean {
      const head = /^(?:inline\s+)?namespace\s+([\w:]*)\s*\{|^extern\s*"C(?:\+\+)?"\s*\{/.exec(
        cursor.text.slice(cursor.token.start, cursor.token.start + 200),
      );
      if (cursor.token.kind !== "identifier" || head === null) return false;
      end();
      const from = cursor.token.start;
      while (!cursor.at("{")) cursor.take();
      start = from;
      cursor.take();
      scopes.push({ name: head[1], head: { start: from, end: cursor.lastEnd }, used: false });
      end();
      return true;
    },
    /** The `}` of a scope that {@link openScope} opened. */
    closeScope(): boolean {
      const scope = scopes.at(-1);
      if (scope === undefined || !cursor.at("}")) return false;
      end();
      begin();
      cursor.take();
      const tail = { start: start as number, end: cursor.lastEnd };
      end();
      scopes.pop();
      if (!scope.used) unused.push(scope.head, tail);
      return true;
    },
    end,
    ranges: (): TextRange[] =>
      ranges.filter((range) => !unused.some((gone) => gone.start === range.start && gone.end === range.end)),
  };
}

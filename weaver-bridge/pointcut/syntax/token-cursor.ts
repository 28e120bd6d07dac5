/** A place in the tokens of a text: the current token, one token ahead, and jumps to any offset. */
import { scanToken, type Token } from "./scan-token.js";

export interface TokenCursor {
  readonly text: string;
  readonly token: Token;
  /** End of the token taken last; 0 before the first. */
  readonly lastEnd: number;
  /** Column of the current token, from 0. */
  readonly column: number;
  textOf(token: Token): string;
  /** True when the current token is exactly `text`. */
  at(text: string): boolean;
  peek(): Token;
  take(): Token;
  accept(text: string): boolean;
  /** Continues at `offset`. */
  jump(offset: number): void;
}

export function createTokenCursor(text: string, offset = 0): TokenCursor {
  let token = scanToken(text, offset);
  let after: Token | undefined;
  let lastEnd = offset;
  let lineStart = 0;
  const enter = (next: Token) => {
    if (next.startsLine) lineStart = text.lastIndexOf("\n", next.start - 1) + 1;
    token = next;
    after = undefined;
  };
  const cursor: TokenCursor = {
    text,
    get token() {
      return token;
    },
    get lastEnd() {
      return lastEnd;
    },
    get column() {
      return token.start - lineStart;
    },
    textOf: (item) => text.slice(item.start, item.end),
    at: (wanted) => token.end - token.start === wanted.length && text.startsWith(wanted, token.start),
    peek: () => (after ??= scanToken(text, token.end)),
    take: () => {
      const taken = token;
      lastEnd = taken.end;
      enter(after ?? scanToken(text, taken.end));
      return taken;
    },
    accept: (wanted) => {
      if (!cursor.at(wanted)) return false;
      cursor.take();
      return true;
    },
    jump: (to) => enter(scanToken(text, to)),
  };
  enter(token);
  return cursor;
}

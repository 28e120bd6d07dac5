/** Tokens of IDL text, before and after preprocessing. No keywords here: every word is one by its place alone. */
import type { SourceFile } from "./source.js";

export const TokenKind = {
  End: 0,
  Word: 1,
  Number: 2,
  String: 3,
  Char: 4,
  Punctuator: 5,
} as const;
export type TokenKind = (typeof TokenKind)[keyof typeof TokenKind];

/** `start`/`end` is where a person should look: for text that came from a macro, the use of the macro. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
  /** First token of its line: only there `#` starts a directive. */
  readonly lineStart: boolean;
  readonly spaceBefore: boolean;
}

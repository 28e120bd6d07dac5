/**
 * Tokens of a match expression, and the failure that ends its parsing. `%` belongs to names here, `...` and
 * `<unnamed>` are tokens of their own. Offsets count characters of the match expression's text.
 */
import type { TextRange } from "../../model/index.js";

export interface PatternProblem {
  readonly code: string;
  /** Offsets in the text of the match expression. */
  readonly range: TextRange;
  readonly message: string;
  readonly hint?: string;
}

/** Thrown inside the parser of match expressions only; its entry points turn it into a problem. */
export class PatternFailure extends Error {
  constructor(readonly problem: PatternProblem) {
    super(problem.message);
  }
}

export interface PatternToken {
  readonly kind: "name" | "number" | "symbol" | "end";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const TOKEN = /[A-Za-z_$%\x80-\xff][\w$%\x80-\xff]*|\d+|\.\.\.|::|&&|<unnamed>|[\s\S]/y;
const BLANKS = /\s*/y;
const OPERATOR =
  /new\s*\[\s*\]|delete\s*\[\s*\]|(?:new|delete)\b|\(\s*\)|\[\s*\]|->\*|<<=|>>=|<=>|%%=|<<|>>|<=|>=|==|!=|&&|\|\||\+\+|--|\+=|-=|\*=|\/=|\^=|&=|\|=|->|\?\s*:|%%|[-+*/^&|~!=<>,]|%(?![\w%])/y;

/** Brackets, pointers or suffixes, of one within another. */
const MOST_DEPTH = 40;

export class PatternScanner {
  token: PatternToken;
  /** End of the token taken last. */
  lastEnd = 0;
  private after: PatternToken | undefined;

  constructor(readonly text: string) {
    this.token = this.read(0);
  }

  peek(): PatternToken {
    this.after ??= this.read(this.token.end);
    return this.after;
  }

  take(): PatternToken {
    const taken = this.token;
    this.lastEnd = taken.end;
    this.token = this.after ?? this.read(taken.end);
    this.after = undefined;
    return taken;
  }

  at(text: string): boolean {
    return this.token.text === text && this.token.kind !== "end";
  }

  accept(text: string): boolean {
    if (!this.at(text)) return false;
    this.take();
    return true;
  }

  /** Reads the operator that follows the word `operator` (the current token); undefined for a conversion. */
  takeOperator(): string | undefined {
    BLANKS.lastIndex = this.token.end;
    BLANKS.test(this.text);
    OPERATOR.lastIndex = BLANKS.lastIndex;
    const found = OPERATOR.exec(this.text)?.[0];
    this.after = undefined;
    this.lastEnd = found === undefined ? this.token.end : OPERATOR.lastIndex;
    this.token = this.read(found === undefined ? BLANKS.lastIndex : OPERATOR.lastIndex);
    return found?.replace(/\s+/g, "");
  }

  /** No text may exhaust the stack of who reads what was parsed. */
  boundDepth(depth: number): void {
    if (depth > MOST_DEPTH)
      this.fail("too-deep", "the match expression is nested too deeply", "Simplify it.");
  }

  fail(what: string, message: string, hint?: string, range: TextRange = this.token): never {
    const { start, end } = range;
    throw new PatternFailure({
      code: `pointcut/${what}`,
      range: { start, end: Math.max(end, start) },
      message,
      ...(hint === undefined ? {} : { hint }),
    });
  }

  private read(offset: number): PatternToken {
    BLANKS.lastIndex = offset;
    BLANKS.test(this.text);
    const start = BLANKS.lastIndex;
    TOKEN.lastIndex = start;
    const text = TOKEN.exec(this.text)?.[0];
    if (text === undefined) return { kind: "end", text: "", start: this.text.length, end: this.text.length };
    const kind = /^[A-Za-z_$%\x80-\xff]/.test(text) ? "name" : /^\d/.test(text) ? "number" : "symbol";
    return { kind, text, start, end: start + text.length };
  }
}

/** A function's body as statements, as far as calls and the ways through it matter: no types, no expressions. */
import { closingToken, type Token } from "./read-tokens.js";

export interface Call {
  /** As written: `f`, `Scheduler::lock`. */
  readonly name: string;
  /** Called on an object: `o.f()`, `p->f()`. */
  readonly isMember: boolean;
  /** The last word of what it is called on: `f_op` in `file->f_op->open()`. */
  readonly receiver?: string;
  readonly arguments: readonly string[];
  /** Of the name. */
  readonly start: number;
  /** Behind the `)`. */
  readonly end: number;
}

export type Statement =
  | { readonly kind: "call"; readonly call: Call }
  /** `optional`: none of the arms may run. A loop's body is an optional arm. */
  | { readonly kind: "branch"; readonly arms: readonly (readonly Statement[])[]; readonly optional: boolean }
  | { readonly kind: "return"; readonly start: number }
  /** `break`, `continue` and `goto`: what follows in the block is not reached from here. */
  | { readonly kind: "jump"; readonly start: number; readonly label?: string }
  | { readonly kind: "label"; readonly start: number; readonly name: string };

const CONTROL = new Set([
  "if",
  "while",
  "for",
  "switch",
  "else",
  "do",
  "return",
  "goto",
  "break",
  "continue",
]);
const NOT_CALLED = new Set(["sizeof", "typeof", "__typeof__", "__typeof", "_Alignof", "alignof", "decltype"]);
const MOST_ARGUMENTS = 8;

/** Reads the tokens from `from` up to `to` (exclusive), without the braces around them. Never throws. */
export function readStatements(tokens: readonly Token[], from: number, to: number): Statement[] {
  const reader = new Reader(tokens, to);
  const result: Statement[] = [];
  for (reader.at = from; reader.at < to; ) result.push(...reader.statement(0));
  return result;
}

/** All calls, in the order of the text's statements. */
export function callsOf(statements: readonly Statement[]): Call[] {
  return statements.flatMap((statement) =>
    statement.kind === "call"
      ? [statement.call]
      : statement.kind === "branch"
        ? statement.arms.flatMap(callsOf)
        : [],
  );
}

class Reader {
  at = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly to: number,
  ) {}

  private text(index = this.at): string {
    return index < this.to ? (this.tokens[index]?.text ?? "") : "";
  }

  /** One statement, or a block. Always moves on. */
  statement(depth: number): Statement[] {
    const token = this.tokens[this.at] as Token;
    if (depth > MOST_DEPTH) return this.expression();
    if (token.text === "{") return this.block(depth);
    if (token.kind === "word" && CONTROL.has(token.text)) return this.control(token, depth);
    if ((token.text === "case" || token.text === "default") && token.kind === "word")
      return this.caseLabel(token);
    if (token.kind === "word" && this.text(this.at + 1) === ":" && this.text(this.at + 2) !== ":") {
      this.at += 2;
      return [{ kind: "label", start: token.start, name: token.text }];
    }
    return this.expression();
  }

  private block(depth: number): Statement[] {
    const close = Math.min(closingToken(this.tokens, this.at), this.to);
    const result: Statement[] = [];
    this.at++;
    while (this.at < close) result.push(...this.statement(depth + 1));
    this.at = close + 1;
    return result;
  }

  private control(token: Token, depth: number): Statement[] {
    const word = token.text;
    this.at++;
    if (word === "return") return [...this.expression(), { kind: "return", start: token.start }];
    if (word === "goto" || word === "break" || word === "continue") {
      const label = word === "goto" ? { label: this.text() } : {};
      this.expression();
      return [{ kind: "jump", start: token.start, ...label }];
    }
    if (word === "do") {
      const body = this.arm(depth);
      if (this.text() === "while") this.at++;
      return [...body, ...this.expression()];
    }
    if (word === "else") return [{ kind: "branch", arms: [this.arm(depth)], optional: true }];
    const head = this.text() === "(" ? this.brackets() : [];
    if (word !== "if") return [...head, { kind: "branch", arms: [this.arm(depth)], optional: true }];
    const then = this.arm(depth);
    if (this.text() !== "else") return [...head, { kind: "branch", arms: [then], optional: true }];
    this.at++;
    return [...head, { kind: "branch", arms: [then, this.arm(depth)], optional: false }];
  }

  private arm(depth: number): Statement[] {
    return this.at < this.to ? this.statement(depth + 1) : [];
  }

  private brackets(): Statement[] {
    const close = closingToken(this.tokens, this.at);
    const calls = callsIn(this.tokens, this.at, Math.min(close, this.to));
    this.at = close + 1;
    return calls;
  }

  private caseLabel(token: Token): Statement[] {
    while (this.at < this.to && this.text() !== ":") this.at++;
    this.at++;
    return [{ kind: "label", start: token.start, name: "case" }];
  }

  /** Up to `;`, or, for a macro that is a statement, up to a block: `list_for_each(...) { ... }`. */
  private expression(): Statement[] {
    const from = this.at;
    let at = from;
    for (; at < this.to; at++) {
      const { text } = this.tokens[at] as Token;
      if (text === ";" || text === "}") break;
      if (text === "(" || text === "[") at = closingToken(this.tokens, at);
      else if (text === "{" && this.text(at - 1) === ")" && at > from) {
        const head = callsIn(this.tokens, from, at);
        this.at = at;
        return [...head, { kind: "branch", arms: [this.block(1)], optional: true }];
      } else if (text === "{") at = closingToken(this.tokens, at);
    }
    this.at = at + 1;
    return callsIn(this.tokens, from, Math.min(at, this.to));
  }
}

const MOST_DEPTH = 200;

/** Innermost first, as they are evaluated. Statement expressions and lambdas count as straight code. */
function callsIn(tokens: readonly Token[], from: number, to: number): Statement[] {
  const found: Call[] = [];
  for (let at = from; at < to; at++) {
    const token = tokens[at] as Token;
    if (token.kind !== "word" || tokens[at + 1]?.text !== "(" || at + 1 >= to) continue;
    if (NOT_CALLED.has(token.text)) {
      at = closingToken(tokens, at + 1);
      continue;
    }
    if (CONTROL.has(token.text)) continue;
    found.push(callAt(tokens, at));
  }
  return found.sort((a, b) => a.end - b.end).map((call) => ({ kind: "call", call }));
}

function callAt(tokens: readonly Token[], at: number): Call {
  const close = closingToken(tokens, at + 1);
  let name = (tokens[at] as Token).text;
  let first = at;
  while (tokens[first - 1]?.text === "::" && tokens[first - 2]?.kind === "word") {
    name = `${(tokens[first - 2] as Token).text}::${name}`;
    first -= 2;
  }
  const before = tokens[first - 1]?.text;
  return {
    name,
    isMember: before === "." || before === "->",
    ...receiverOf(tokens, first - 1),
    arguments: argumentsIn(tokens, at + 2, close),
    start: (tokens[first] as Token).start,
    end: tokens[close]?.end ?? (tokens[at] as Token).end,
  };
}

/** Of the `.` or `->` at the place; an index is skipped. */
function receiverOf(tokens: readonly Token[], at: number): Pick<Call, "receiver"> {
  if (tokens[at]?.text !== "." && tokens[at]?.text !== "->") return {};
  let before = at - 1;
  if (tokens[before]?.text === "]") while (before > 0 && tokens[before]?.text !== "[") before--;
  if (tokens[before]?.text === "[") before--;
  const word = tokens[before];
  return word?.kind === "word" ? { receiver: word.text } : {};
}

function argumentsIn(tokens: readonly Token[], from: number, close: number): string[] {
  const result: string[] = [];
  let words: string[] = [];
  for (let at = from; at < close && result.length < MOST_ARGUMENTS; at++) {
    const { text } = tokens[at] as Token;
    if (text === ",") {
      result.push(words.join(" "));
      words = [];
      continue;
    }
    const end = text === "(" || text === "[" || text === "{" ? closingToken(tokens, at) : at;
    for (; at <= end && at < close; at++) words.push((tokens[at] as Token).text);
    at--;
  }
  if (words.length > 0) result.push(words.join(" "));
  return result.map(tightened);
}

/** `& rq -> lock` as people write it: `&rq->lock`. */
function tightened(text: string): string {
  return text
    .replace(/(?:(?<!\s)\s+)?(->|\.|::|\[|\]|\(|\))\s*/g, "$1")
    .replace(/(^|[(,=]\s?)([&*!~-])\s+/g, "$1$2");
}

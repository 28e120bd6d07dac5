/**
 * The functions (and function-like macros) that a source file defines, read as written. What the kernel says about
 * context (`__must_hold`, `GFP_KERNEL`, `might_sleep()`, lock macros) is gone after preprocessing in most
 * configurations, so nothing here is preprocessed: both sides of an `#ifdef` count.
 */
import { declaredIn, type FunctionTables, readTables } from "./function-tables.js";
import { callsOf, readStatements, type Statement } from "./read-statements.js";
import { closingOfBody, closingToken, macroOf, readTokens, type Token } from "./read-tokens.js";

export interface SourceFunction {
  /** With its class: `Mutex::lock`. */
  readonly name: string;
  readonly file: string;
  /** Line of the name, from 1. */
  readonly line: number;
  readonly isMacro: boolean;
  /** Nothing outside the file can name it. */
  readonly isLocal: boolean;
  /** Words before its parameter list. */
  readonly head: readonly string[];
  /** `__must_hold(&rq->lock)` behind its parameter list. */
  readonly annotations: readonly { readonly name: string; readonly argument: string }[];
  /** Offsets of its first and last character. */
  readonly start: number;
  readonly end: number;
  readonly statements: readonly Statement[];
  /** Struct tags of its variables through which it calls. */
  readonly receiverTypes: ReadonlyMap<string, string>;
}

export interface SourceFile {
  readonly path: string;
  /** In the order of their text. */
  readonly functions: readonly SourceFunction[];
  readonly tables: FunctionTables;
  /** Offset of the first character of each line. */
  readonly lines: readonly number[];
}

/** Never throws; what it doesn't understand it leaves out. */
export function readSource(path: string, text: string): SourceFile {
  const lines = lineStarts(text);
  const functions: SourceFunction[] = [];
  const tokens = readTokens(text);
  readItems({ path, text, tokens, lines, functions }, 0, tokens.length, []);
  return { path, functions: functions.sort((a, b) => a.start - b.start), tables: readTables(tokens), lines };
}

/** A body between braces that has no definition of its own, an advice's, as a function of that name. */
export function readBody(
  file: Pick<SourceFile, "path" | "lines">,
  text: string,
  name: string,
  { start, end }: { readonly start: number; readonly end: number },
): SourceFunction {
  const tokens = readTokens(text, start, end);
  return {
    name,
    file: file.path,
    line: lineOf(file.lines, start),
    isMacro: false,
    isLocal: true,
    head: [],
    annotations: [],
    start,
    end,
    ...codeOf(tokens, tokens, 1, tokens.length - 1),
  };
}

interface Reading {
  readonly path: string;
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly lines: readonly number[];
  readonly functions: SourceFunction[];
}

/** Words that stand before parentheses in a definition's head and are not its name. */
const ATTRIBUTES =
  /^(__attribute__|__attribute|__declspec|__section|__aligned|__printf|__alloc_size|__must_hold|__acquires|__releases|asm|__asm__|alignas|noexcept|throw|__cond_lock)$/;

function readItems(reading: Reading, from: number, to: number, scope: readonly string[]): void {
  const { tokens } = reading;
  let start = from;
  for (let at = from; at < to; at++) {
    const token = tokens[at] as Token;
    if (token.kind === "define") {
      readMacro(reading, token);
      if (start === at) start = at + 1;
    } else if (token.text === "(") at = closingToken(tokens, at);
    else if (token.text === ";") start = at + 1;
    else if (token.text === "{") {
      at = readBraces(reading, start, at, scope);
      start = at + 1;
    }
  }
}

/** The item from token `start` whose `{` is at `open`; the index of its `}`. */
function readBraces(reading: Reading, start: number, open: number, scope: readonly string[]): number {
  const { tokens } = reading;
  const head = tokens.slice(start, open).filter(({ kind }) => kind !== "define");
  const name = head.findIndex(
    ({ kind, text }, index) => kind === "word" && head[index + 1]?.text === "(" && !ATTRIBUTES.test(text),
  );
  const isValue = head.some(({ text }, index) => text === "=" && (name === -1 || index < name));
  if (name !== -1 && !isValue) {
    const close = closingOfBody(tokens, open);
    // Advice is read by who knows where it applies, see readBody.
    if (head[0]?.text !== "advice") readFunction(reading, head, name, { open, close }, scope);
    return close;
  }
  const close = closingToken(tokens, open);
  const key = head.findIndex(({ text }) => /^(namespace|class|struct|union|aspect)$/.test(text));
  if (isValue || (key === -1 && head[0]?.text !== "extern")) return close;
  const opened = head.slice(key + 1).find(({ kind, text }) => kind === "word" && text !== "final");
  readItems(reading, open + 1, close, key === -1 || opened === undefined ? scope : [...scope, opened.text]);
  return close;
}

function readFunction(
  { path, tokens, lines, functions }: Reading,
  head: readonly Token[],
  name: number,
  { open, close }: { readonly open: number; readonly close: number },
  scope: readonly string[],
): void {
  const named = head[name] as Token;
  const qualifiers: string[] = [];
  for (let at = name - 1; head[at]?.text === "::" && head[at - 1]?.kind === "word"; at -= 2)
    qualifiers.unshift((head[at - 1] as Token).text);
  const words = head.slice(0, name).flatMap(({ kind, text }) => (kind === "word" ? [text] : []));
  functions.push({
    name: [...scope, ...qualifiers, named.text].join("::"),
    file: path,
    line: lineOf(lines, named.start),
    isMacro: false,
    isLocal: words.includes("static") && scope.length === 0 && !path.endsWith(".h"),
    head: words,
    annotations: annotationsIn(head, closingToken(head, name + 1) + 1),
    start: (head[0] as Token).start,
    end: tokens[close]?.end ?? named.end,
    ...codeOf([...head, ...tokens.slice(open, close)], tokens, open + 1, close),
  });
}

/** `own` are the tokens that may declare its variables. */
function codeOf(
  own: readonly Token[],
  tokens: readonly Token[],
  from: number,
  to: number,
): Pick<SourceFunction, "statements" | "receiverTypes"> {
  const statements = readStatements(tokens, from, to);
  const receivers = new Set(callsOf(statements).flatMap(({ receiver }) => receiver ?? []));
  return { statements, receiverTypes: receivers.size === 0 ? NONE : declaredIn(own, receivers) };
}

const NONE: ReadonlyMap<string, string> = new Map();

function annotationsIn(head: readonly Token[], from: number): SourceFunction["annotations"] {
  const found: { name: string; argument: string }[] = [];
  for (let at = from; at < head.length; at++) {
    const token = head[at] as Token;
    if (token.kind !== "word" || head[at + 1]?.text !== "(") continue;
    const close = closingToken(head, at + 1);
    const inside = head.slice(at + 2, close).map(({ text }) => text);
    found.push({ name: token.text, argument: inside.join("") });
    at = close;
  }
  return found;
}

function readMacro({ path, text, lines, functions }: Reading, token: Token): void {
  const macro = macroOf(token);
  if (macro === undefined) return;
  const inner = readTokens(text.slice(0, macro.end), macro.start, macro.end).filter(
    (one) => one.text !== "\\",
  );
  functions.push({
    name: macro.name,
    file: path,
    line: lineOf(lines, token.start),
    isMacro: true,
    isLocal: !path.endsWith(".h"),
    head: [],
    annotations: [],
    start: token.start,
    end: token.end,
    ...codeOf(inner, inner, 0, inner.length),
  });
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** From 1. */
export function lineOf(lines: readonly number[], offset: number): number {
  let low = 0;
  let high = lines.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((lines[middle] as number) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

/**
 * The pointcut at a place of an aspect file, also while it is being typed: `advice`, then a pointcut up to `:`, or
 * `pointcut name() =` up to `;`. Reads text, not the parsed file, since half-typed text has no tree.
 */

import { withoutComments } from "@weft/weaver-bridge/c-text";
import type { PointcutExpression, TextRange } from "@weft/weaver-bridge/model";
import { parsePointcut, printPointcut } from "@weft/weaver-bridge/pointcut";
import type { AspectDocument } from "../../workspace/index.js";

export interface PointcutText {
  readonly text: string;
  /** UTF-16 offsets in the file. */
  readonly range: TextRange;
  /** Qualified name of the aspect around it. */
  readonly aspect: string | undefined;
}

/** Undefined where no pointcut stands. `offset` counts UTF-16 units. */
export function pointcutAt(document: AspectDocument, offset: number): PointcutText | undefined {
  const { text } = document.source;
  for (const { start, end } of pointcutRanges(text)) {
    if (offset < start || offset > end) continue;
    const lead = text.slice(start, end).search(/\S|$/);
    const from = start + lead;
    const to = start + text.slice(start, end).trimEnd().length;
    return {
      text: text.slice(from, to),
      range: { start: from, end: Math.max(from, to) },
      aspect: aspectAt(document, offset),
    };
  }
  return undefined;
}

/** From behind `advice` or `=` up to what ends the pointcut, or, where that is missing, to the next declaration. */
export function pointcutRanges(text: string): TextRange[] {
  const ranges: TextRange[] = [];
  const heads = /\badvice\b|\bpointcut\b[^;={}"]*=(?!\s*0\s*;)/g;
  const masked = withoutComments(text);
  for (const head of masked.matchAll(heads)) {
    const start = head.index + head[0].length;
    ranges.push({ start, end: endOf(masked, start, head[0] === "advice") });
  }
  return ranges;
}

function endOf(text: string, start: number, isAdvice: boolean): number {
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
    else if (char === ";" || char === "{" || char === "}") return at;
    else if (isAdvice && char === ":") {
      if (text[at + 1] !== ":") return at;
      at++;
    } else if (/^(?:advice|pointcut|aspect)\b/.test(text.slice(at, at + 9)) && /\s/.test(text[at - 1] ?? ""))
      return at;
  }
  return text.length;
}

/** Of the closing quote, or of the line's last character in a string that is not closed. */
function endOfString(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at;
    else if (text[at] === "\n") return at - 1;
  }
  return text.length;
}

function aspectAt({ file, source }: AspectDocument, offset: number): string | undefined {
  const byte = source.bytes.toByte(offset);
  return file.aspects.filter(({ range }) => range.start <= byte && byte <= range.end).at(-1)?.name;
}

export interface ReadPointcut {
  readonly expression: PointcutExpression;
  /** As it was read, on one line. */
  readonly text: string;
  readonly isWhole: boolean;
  /** The parser's first complaint about the text as written. */
  readonly problem?: string;
}

/**
 * The pointcut, or the best that its half-typed text can stand for: open strings and brackets closed, an unfinished
 * name taken as the beginning of one, and at last without its unfinished conjuncts. Undefined when nothing can be read.
 */
export function readPointcut(written: string): ReadPointcut | undefined {
  const whole = parsePointcut(written);
  if (whole.problems.length === 0 && whole.value.kind !== "broken")
    return { expression: whole.value, text: printPointcut(whole.value), isWhole: true };
  const problem = whole.problems[0]?.message;
  for (let rest = withoutComments(written).trim(); rest !== ""; rest = cutLast(rest))
    for (const text of completions(rest)) {
      const { value, problems } = parsePointcut(text);
      if (problems.length === 0 && value.kind !== "broken")
        return {
          expression: value,
          text: printPointcut(value),
          isWhole: false,
          ...(problem === undefined ? {} : { problem }),
        };
    }
  return undefined;
}

/** Without the last conjunct or argument. */
function cutLast(text: string): string {
  const at = Math.max(text.lastIndexOf("&&"), text.lastIndexOf("||"));
  return at === -1 ? "" : text.slice(0, at).trim();
}

/** What may follow so that the text is a pointcut. */
function completions(text: string): string[] {
  const { openString, brackets } = openParts(text);
  const close = ")".repeat(brackets);
  if (openString === undefined)
    return [text, text + close, text.replace(/(?<![&|!\s(])[&|!\s(]+$/, "") + close];
  const pattern = text.slice(openString + 1);
  const head = text.slice(0, openString + 1);
  const isData = /\b(?:get|set|ref|access|derived|base|classes|member|file)\s*\(\s*"$/.test(head);
  const isType = /\b(?:args|result|that|target|local)\s*\(\s*"$/.test(head);
  const tails = /\(/.test(pattern)
    ? patternTails(pattern)
    : isType
      ? ['"', '%"']
      : isData
        ? ['%"', '"']
        : ['%(...)"', '%"', '(...)"', '"'];
  const spelled = /\s/.test(pattern.trim()) || isData || isType ? [pattern] : [`% ${pattern}`, pattern];
  return spelled.flatMap((one) => tails.map((tail) => head + one + tail + close));
}

/** Behind `f(`, `f(int` and `f(int,`. */
function patternTails(pattern: string): string[] {
  return /[(,]\s*$/.test(pattern) ? ['...)"', ')"', '"'] : ['"', ')"', ', ...)"', '%)"', '...)"'];
}

/** UTF-16 offset of the quote of a string that is not closed, and how many brackets are open. */
export function openParts(text: string): { openString: number | undefined; brackets: number } {
  let openString: number | undefined;
  let brackets = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (openString !== undefined) {
      if (char === "\\") at++;
      else if (char === '"') openString = undefined;
    } else if (char === '"') openString = at;
    else if (char === "(") brackets++;
    else if (char === ")") brackets--;
  }
  return { openString, brackets: Math.max(0, brackets) };
}

/** Where a source asks whether a feature is defined. Pure text: no preprocessor runs. */
import type { TextRange } from "../../model/index.js";
import type { SourceText } from "../refactoring.js";

export interface ConditionalRegion {
  readonly source: SourceText;
  /** From the line of `#if` to that of `#endif`, newlines included. */
  readonly whole: TextRange;
  /** The lines between them. */
  readonly body: TextRange;
  /** Line of `#if`, from 1. */
  readonly line: number;
  /** Why it can't be taken out as it is. */
  readonly obstacle?: string;
}

interface Open {
  readonly start: number;
  readonly bodyStart: number;
  readonly line: number;
  readonly condition: string;
  readonly isWanted: boolean;
  readonly isGuard: boolean;
  obstacle?: string;
}

const DIRECTIVE = /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b((?:[^\n\\]|\\[\s\S])*)(?:\n|$)/gm;

/** Regions under `#ifdef FEATURE` in order; an unbalanced file has those that are closed. */
export function conditionalRegions(source: SourceText, feature: string): ConditionalRegion[] {
  const { text } = source;
  const open: Open[] = [];
  const found: ConditionalRegion[] = [];
  for (const match of text.matchAll(DIRECTIVE)) {
    const [whole, word = "", rest = ""] = match;
    const condition = withoutComments(rest);
    const end = match.index + whole.length;
    if (/^if/.test(word)) {
      const inner = open.findLast(({ isWanted }) => isWanted);
      if (inner !== undefined) inner.obstacle ??= `another condition stands in it: #${word} ${condition}`;
      open.push(opened(text, { start: match.index, end, word, condition }, feature, open));
    } else if (word === "endif") {
      const closed = open.pop();
      if (closed?.isWanted !== true) continue;
      found.push({
        source,
        whole: { start: closed.start, end },
        body: { start: closed.bodyStart, end: match.index },
        line: closed.line,
        ...(closed.obstacle === undefined ? {} : { obstacle: closed.obstacle }),
      });
    } else {
      const last = open.at(-1);
      if (last !== undefined)
        last.obstacle ??= `its #${word} takes its place where ${feature} is not defined`;
    }
  }
  return found.sort((a, b) => a.whole.start - b.whole.start);
}

function opened(
  text: string,
  at: { readonly start: number; readonly end: number; readonly word: string; readonly condition: string },
  feature: string,
  outer: readonly Open[],
): Open {
  const { start, end, word, condition } = at;
  const mentions = new RegExp(`\\b${feature}\\b`).test(condition);
  const isPlain =
    (word === "ifdef" && condition === feature) ||
    (word === "if" && new RegExp(`^defined\\s*\\(?\\s*${feature}\\s*\\)?$`).test(condition));
  const isGuard =
    word === "ifndef" && new RegExp(`^\\s*#\\s*define\\s+${condition}\\b`).test(text.slice(end, end + 200));
  const around = outer.findLast((one) => !one.isGuard);
  const obstacle = !isPlain
    ? `its condition is not just ${feature}: #${word} ${condition}`
    : around === undefined
      ? undefined
      : `it stands under another condition: ${around.condition}`;
  return {
    ...{ start, bodyStart: end, condition, isGuard },
    line: text.slice(0, start).split("\n").length,
    isWanted: mentions,
    ...(mentions && obstacle !== undefined ? { obstacle } : {}),
  };
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, " ").trim();

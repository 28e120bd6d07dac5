/** Where a source asks whether a feature is defined. Pure text: no preprocessor runs. */
import { withoutComments } from "../../c-text/index.js";
import type { TextRange } from "../../model/index.js";
import type { SourceText, TextEdit } from "../refactoring.js";

export interface ConditionalRegion {
  readonly source: SourceText;
  /** From the line of `#if` to that of `#endif`, newlines included. */
  readonly whole: TextRange;
  /** The lines that are compiled with the feature. */
  readonly body: TextRange;
  /** Line of `#if`, from 1. */
  readonly line: number;
  /** What is left of the region without its body; absent when nothing is. */
  readonly rest?: readonly TextEdit[];
  /** Why it can't be taken out as it is. */
  readonly obstacle?: string;
}

/** A `#if`, `#elif` or `#else` line and what stands under it. */
interface Branch {
  readonly word: string;
  readonly condition: string;
  /** The line of the directive, newline included. */
  readonly directive: TextRange;
}

interface Open {
  readonly branches: Branch[];
  readonly line: number;
  readonly isWanted: boolean;
  readonly isGuard: boolean;
  obstacle?: string;
}

const DIRECTIVE = /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b((?:[^\n\\]|\\[\s\S])*)(?:\n|$)/gm;

/** Regions under `#ifdef FEATURE`, or under the `#else` of `#ifndef FEATURE`, in order; an unbalanced file has those that are closed. */
export function conditionalRegions(source: SourceText, feature: string): ConditionalRegion[] {
  const { text } = source;
  const open: Open[] = [];
  const found: ConditionalRegion[] = [];
  for (const match of text.matchAll(DIRECTIVE)) {
    const [whole, word = "", rest = ""] = match;
    const directive = { start: match.index, end: match.index + whole.length };
    const branch = { word, condition: withoutComments(rest).trim(), directive };
    if (/^if/.test(word)) {
      const inner = open.findLast(({ isWanted }) => isWanted);
      if (inner !== undefined && isCompiled(inner, feature))
        inner.obstacle ??= `another condition stands in it: #${word} ${branch.condition}`;
      open.push(opened(text, branch, feature, open));
    } else if (word === "endif") {
      const closed = open.pop();
      if (closed?.isWanted === true) found.push(regionOf(source, closed, directive, feature));
    } else open.at(-1)?.branches.push(branch);
  }
  return found.sort((a, b) => a.whole.start - b.whole.start);
}

function opened(text: string, branch: Branch, feature: string, outer: readonly Open[]): Open {
  const { word, condition, directive } = branch;
  const mentions = new RegExp(`\\b${feature}\\b`).test(condition);
  const isGuard =
    word === "ifndef" &&
    new RegExp(`^\\s*#\\s*define\\s+${condition}\\b`).test(text.slice(directive.end, directive.end + 200));
  const around = outer.findLast((one) => !one.isGuard);
  const obstacle =
    !isPlain(branch, feature) && !isNegated(branch, feature)
      ? `its condition is not just ${feature}: #${word} ${condition}`
      : around === undefined
        ? undefined
        : `it stands under another condition: ${around.branches[0]?.condition}`;
  return {
    branches: [branch],
    isGuard,
    line: text.slice(0, directive.start).split("\n").length,
    isWanted: mentions,
    ...(mentions && obstacle !== undefined ? { obstacle } : {}),
  };
}

function isPlain({ word, condition }: Branch, feature: string): boolean {
  return (
    (word === "ifdef" && condition === feature) ||
    (word === "if" && new RegExp(`^defined\\s*(?:\\(\\s*)?${feature}\\s*\\)?$`).test(condition))
  );
}

function isNegated({ word, condition }: Branch, feature: string): boolean {
  return (
    (word === "ifndef" && condition === feature) ||
    (word === "if" && new RegExp(`^!\\s*defined\\s*(?:\\(\\s*)?${feature}\\s*\\)?$`).test(condition))
  );
}

/** Whether the branch that is open now is the one for the feature. */
function isCompiled({ branches }: Open, feature: string): boolean {
  const [first] = branches;
  return first !== undefined && isNegated(first, feature) ? branches.length > 1 : branches.length === 1;
}

function regionOf(
  source: SourceText,
  { branches, line, obstacle }: Open,
  endif: TextRange,
  feature: string,
): ConditionalRegion {
  const [first, second, ...others] = branches as [Branch, ...Branch[]];
  const whole = { start: first.directive.start, end: endif.end };
  const base = { source, whole, line, ...(obstacle === undefined ? {} : { obstacle }) };
  if (isNegated(first, feature)) {
    if (second?.word !== "else")
      return {
        ...base,
        body: { start: endif.start, end: endif.start },
        obstacle:
          obstacle ??
          (second === undefined
            ? `it is compiled only without ${feature}`
            : `its #elif asks for more than ${feature}: #elif ${second.condition}`),
      };
    const taken = { start: second.directive.start, end: endif.start };
    return {
      ...base,
      body: { start: second.directive.end, end: endif.start },
      rest: [{ range: taken, text: "" }],
    };
  }
  const body = { start: first.directive.end, end: second?.directive.start ?? endif.start };
  if (second === undefined) return { ...base, body };
  const taken = { start: first.directive.start, end: second.directive.end };
  const indent = /^[ \t]*/.exec(source.text.slice(taken.start))?.[0] ?? "";
  const without = `!defined(${feature})`;
  const rest = [
    {
      range: taken,
      text:
        second.word === "else"
          ? `${indent}#ifndef ${feature}\n`
          : `${indent}#if ${without} && ${operand(second.condition)}\n`,
    },
    ...others.map(({ word, condition, directive }) => ({
      range: directive,
      text: `${indent}#elif ${without}${word === "else" ? "" : ` && ${operand(condition)}`}\n`,
    })),
  ];
  return { ...base, body, rest };
}

/** Of `&&`. */
const operand = (condition: string) => (/\|\||\?/.test(condition) ? `(${condition})` : condition);

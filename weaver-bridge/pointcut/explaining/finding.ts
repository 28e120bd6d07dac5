/** What explaining a pointcut at one place finds: a tree of the shape of the pointcut, each part with its verdict in words. */
import type { AspectFile, PointcutExpression, TextRange } from "../../model/index.js";
import type { Verdict } from "../matching/classes/runtime-test.js";
import { printPointcut } from "../syntax/print-pointcut.js";

export interface Finding {
  /** The same as the matcher's for this part and place. */
  readonly verdict: Verdict;
  /** The part as written, on one line: `within("% boot(...)")`. */
  readonly text: string;
  readonly source: PointcutExpression;
  /** File in which `source` stands, when it is not the advice's own: the body of a named pointcut. */
  readonly file: AspectFile | undefined;
  /** Why, with values, without a full stop. */
  readonly words: string;
  readonly parts: readonly Finding[];
  /** 0 where it holds or may hold; the larger the further the place is from what the part wants. */
  readonly distance: number;
  /** Edits that would make the part hold here; empty where none is known or needed. */
  readonly changes: readonly Change[];
}

/** An edit of an aspect file; `file` undefined is that of the advice. */
export interface Change {
  readonly file: AspectFile | undefined;
  readonly range: TextRange;
  readonly text: string;
}

export interface FileChange extends Change {
  readonly file: AspectFile;
}

/** Where the expression at hand is written. */
export interface Reading {
  readonly file: AspectFile | undefined;
}

export function finding(
  source: PointcutExpression,
  { file }: Reading,
  found: Pick<Finding, "verdict" | "words"> & Partial<Finding>,
): Finding {
  const text = printPointcut(source);
  return { text, source, file, parts: [], distance: 0, changes: [], ...found };
}

/** The quoted text of a match expression is replaced; nothing is offered for an expression that stands for another. */
export function replaceMatch(
  source: PointcutExpression,
  { file }: Reading,
  text: string | undefined,
): Change[] {
  if (text === undefined || source.kind !== "match") return [];
  return [{ file, range: source.range, text: `"${text.replace(/["\\]/g, "\\$&")}"` }];
}

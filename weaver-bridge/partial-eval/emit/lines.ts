/** Printed residual code, line by line, and what its lines are. */
import type { ClangPlace } from "../tree/clang-tree.js";

export interface PrintedLine {
  readonly text: string;
  /** Where it comes from; absent for braces, labels and declarations. */
  readonly from?: ClangPlace;
}

/** A line with what its condition was before it was turned round, where it was. */
export interface StructuredLine extends PrintedLine {
  readonly positive?: string;
}

export type Lines = readonly StructuredLine[];
export type Rewriting = (lines: Lines, at: number) => Lines | undefined;

const LABEL = /^(at_\d+):;$/;
const GOTO = /^\t+goto (at_\d+);$/;

export const depthOf = ({ text }: PrintedLine): number => /^\t*/.exec(text)?.[0].length ?? 0;
export const labelOf = (line: PrintedLine | undefined): string | undefined =>
  LABEL.exec(line?.text ?? "")?.[1];
export const targetOf = (line: PrintedLine | undefined): string | undefined =>
  GOTO.exec(line?.text ?? "")?.[1];
export const uses = (lines: Lines, label: string): number =>
  lines.filter((one) => targetOf(one) === label).length;
export const hasLabels = (lines: Lines): boolean => lines.some((line) => labelOf(line) !== undefined);
export const deeper = (lines: Lines): Lines => lines.map((line) => ({ ...line, text: `\t${line.text}` }));

/** The line that closes the block which opens at a line; below zero where an `else` or a condition does. */
export function closeOf(lines: Lines, open: number): number {
  const depth = depthOf(lines[open] as PrintedLine);
  const close = lines.findIndex(
    (line, index) => index > open && depthOf(line) === depth && line.text.trim().startsWith("}"),
  );
  return lines[close]?.text.trim() === "}" ? close : -1;
}

export const LOOP = /^\t+(while \(.*\) \{|for \(;;\) \{|do \{)$/;

export const isConditional = (lines: Lines, at: number): boolean =>
  /^\t+if \(.*\)$/.test(lines[at - 1]?.text ?? "");

/** Behind this line the next one is not reached from it. */
export function isLeft(lines: Lines, at: number, depth = 1): boolean {
  const line = lines[at];
  if (line === undefined || depthOf(line) !== depth) return false;
  return /^\t+(return\b.*;|goto at_\d+;)$/.test(line.text) && !isConditional(lines, at);
}

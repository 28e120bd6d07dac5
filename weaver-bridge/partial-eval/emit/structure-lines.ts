/**
 * Jumps of printed residual code as the statements that people write: what a jump skips becomes the body of an `if`, what
 * jumps back a loop. Works on lines, one rewriting after the other, each of which leaves the meaning as it is.
 */
import {
  closeOf,
  deeper,
  depthOf,
  hasLabels,
  isConditional,
  isLeft,
  type Lines,
  LOOP,
  labelOf,
  type PrintedLine,
  type Rewriting,
  type StructuredLine,
  targetOf,
  uses,
} from "./lines.js";
import {
  jumpToNext,
  reachedOnce,
  skippedBeforeEnd,
  skippedBeforeJump,
  testedThenLeft,
} from "./moved-lines.js";
import { negated } from "./negated.js";
import { isShortReturn, withShortReturns } from "./short-returns.js";

export function structureLines(given: Lines): PrintedLine[] {
  // Where a jump has become a `return`, more can be rewritten.
  const lines = rewritten(withoutNeedlessBraces(withShortReturns(rewritten(given))));
  return withoutNeedlessBraces(lines).map(({ positive: _, ...line }) => line);
}

function rewritten(given: Lines): Lines {
  let lines = given;
  const rewritings: readonly Rewriting[] = [
    skippedToIf,
    headToWhile,
    footToDo,
    endless,
    left,
    testedFirst,
    skippedToIf,
    otherToElse,
    testedThenLeft,
    skippedBeforeJump,
    skippedBeforeEnd,
    otherToElse,
    skippedToIf,
    reachedOnce,
    jumpToNext,
  ];
  for (const rewrite of rewritings)
    for (let at = lines.length - 1; at >= 0; at--) {
      const next = rewrite(lines, at);
      if (next === undefined) continue;
      lines = next;
      at = Math.min(at + 1, lines.length);
    }
  return lines;
}

/** `if (c) goto L; …; L:`; where what is skipped leaves, others may jump there, too. */
function skippedToIf(lines: Lines, at: number): Lines | undefined {
  const [, indent = "", negative = ""] = /^(\t+)if \((.*)\)$/.exec(lines[at]?.text ?? "") ?? [];
  const head = lines[at] as StructuredLine;
  const label = targetOf(lines[at + 1]);
  if (indent.length !== 1 || label === undefined) return undefined;
  const end = lines.findIndex((line, index) => index > at && labelOf(line) === label);
  const body = lines.slice(at + 2, end);
  if (end < 0 || body.length === 0 || hasLabels(body)) return undefined;
  const isOnly = uses(lines, label) === 1;
  // A short return is written where it is meant.
  if (!isOnly && (!isLeft(lines, end - 1) || isShortReturn(lines[end + 1]))) return undefined;
  const condition = head.positive ?? negated(negative);
  const { positive: _, ...plain } = head;
  return [
    ...lines.slice(0, at),
    { ...plain, text: `${indent}if (${condition}) {` },
    ...deeper(body),
    { text: `${indent}}` },
    ...lines.slice(isOnly ? end + 1 : end),
  ];
}

/** `if (c) { …; goto L; } …; L:` */
function otherToElse(lines: Lines, at: number): Lines | undefined {
  if (!/^\tif \(.*\) \{$/.test(lines[at]?.text ?? "")) return undefined;
  const close = closeOf(lines, at);
  const label = targetOf(lines[close - 1]);
  const isLast = close > at + 2 && depthOf(lines[close - 1] as PrintedLine) === 2;
  if (!isLast || label === undefined || isConditional(lines, close - 1) || uses(lines, label) !== 1)
    return undefined;
  const end = lines.findIndex((line, index) => index > close && labelOf(line) === label);
  const other = lines.slice(close + 1, end);
  if (end < 0 || other.length === 0 || hasLabels(other)) return undefined;
  return [
    ...lines.slice(0, close - 1),
    { text: "\t} else {" },
    ...deeper(other),
    { text: "\t}" },
    ...lines.slice(end + 1),
  ];
}

/** `L: if (c) { …; goto L; }` */
function headToWhile(lines: Lines, at: number): Lines | undefined {
  const label = labelOf(lines[at]);
  const head = lines[at + 1];
  const [, indent = "", condition = ""] = /^(\t+)if \((.*)\) \{$/.exec(head?.text ?? "") ?? [];
  if (label === undefined || head === undefined || condition === "") return undefined;
  const close = closeOf(lines, at + 1);
  if (close < 0 || targetOf(lines[close - 1]) !== label) return undefined;
  const last = lines[close - 1] as PrintedLine;
  const body = lines.slice(at + 2, close - 1);
  if (depthOf(last) !== indent.length + 1 || isConditional(lines, close - 1) || hasLabels(body))
    return undefined;
  const inside = continued(body, label);
  const isLabelKept = uses(lines, label) - 1 > uses(body, label) - uses(inside, label);
  return [
    ...lines.slice(0, at),
    ...(isLabelKept ? [lines[at] as StructuredLine] : []),
    { ...head, text: `${indent}while (${condition}) {` },
    ...inside,
    ...lines.slice(close),
  ];
}

/** `L: …; if (c) goto L;` */
function footToDo(lines: Lines, at: number): Lines | undefined {
  const label = labelOf(lines[at]);
  if (label === undefined) return undefined;
  const jump = lines.findLastIndex((line) => targetOf(line) === label);
  const test = lines[jump - 1];
  const [, indent = "", condition = "", brace] = /^(\t+)if \((.*)\)( \{)?$/.exec(test?.text ?? "") ?? [];
  if (jump < at || indent.length !== 1 || condition === "" || test === undefined) return undefined;
  if (brace !== undefined && lines[jump + 1]?.text !== `${indent}}`) return undefined;
  const body = lines.slice(at + 1, jump - 1);
  if (body.length === 0 || hasLabels(body) || uses(lines, label) !== 1) return undefined;
  return [
    ...lines.slice(0, at),
    { text: `${indent}do {` },
    ...deeper(body),
    { ...test, text: `${indent}} while (${condition});` },
    ...lines.slice(jump + (brace === undefined ? 1 : 2)),
  ];
}

/** `L: …; goto L;` */
function endless(lines: Lines, at: number): Lines | undefined {
  const label = labelOf(lines[at]);
  if (label === undefined) return undefined;
  const jump = lines.findLastIndex((line) => targetOf(line) === label);
  if (jump < at || depthOf(lines[jump] as PrintedLine) !== 1 || isConditional(lines, jump)) return undefined;
  const body = lines.slice(at + 1, jump);
  if (hasLabels(body)) return undefined;
  const inside = continued(deeper(body), label);
  const isLabelKept = uses(lines, label) - 1 > uses(body, label) - uses(inside, label);
  return [
    ...lines.slice(0, at),
    ...(isLabelKept ? [lines[at] as StructuredLine] : []),
    { text: "\tfor (;;) {" },
    ...inside,
    { text: "\t}" },
    ...lines.slice(jump + 1),
  ];
}

/** Jumps right behind a loop as `break`, but for those in loops and switches of their own. */
function left(lines: Lines, at: number): Lines | undefined {
  if (!LOOP.test(lines[at]?.text ?? "")) return undefined;
  const depth = depthOf(lines[at] as PrintedLine);
  const close = lines.findIndex(
    (line, index) => index > at && depthOf(line) === depth && /^\}/.test(line.text.trim()),
  );
  const label = labelOf(lines[close + 1]);
  if (close < 0 || label === undefined) return undefined;
  const body = replacedJumps(lines.slice(at + 1, close), label, "break;", /\{$/);
  if (uses(body, label) === uses(lines.slice(at + 1, close), label)) return undefined;
  const rest = [...lines.slice(0, at + 1), ...body, ...lines.slice(close)];
  return uses(rest, label) > 0 ? rest : rest.filter((line) => labelOf(line) !== label);
}

/** `for (;;) { if (!c) break; … }` */
function testedFirst(lines: Lines, at: number): Lines | undefined {
  const [, indent = ""] = /^(\t+)for \(;;\) \{$/.exec(lines[at]?.text ?? "") ?? [];
  const test = lines[at + 1];
  if (indent === "" || test?.positive === undefined || lines[at + 2]?.text.trim() !== "break;")
    return undefined;
  const { positive, ...head } = test;
  return [...lines.slice(0, at), { ...head, text: `${indent}while (${positive}) {` }, ...lines.slice(at + 3)];
}

/** Jumps to a loop's head as `continue`, but for those in loops of their own. */
function continued(body: Lines, label: string): Lines {
  return replacedJumps(body, label, "continue;", LOOP);
}

/** But for those inside of what opens with `closed`. */
function replacedJumps(body: Lines, label: string, by: "continue;" | "break;", closed: RegExp): Lines {
  let inner = -1;
  return body.map((line) => {
    const depth = depthOf(line);
    const opens = closed.test(line.text) && !/^\t+if \(/.test(line.text);
    if (inner < 0 && opens) inner = depth;
    else if (inner === depth && /^\t+\}/.test(line.text)) inner = -1;
    return inner < 0 && targetOf(line) === label
      ? { ...line, text: line.text.replace(/goto at_\d+;/, by) }
      : line;
  });
}

/** Of blocks that hold one statement of one line. */
function withoutNeedlessBraces(lines: Lines): Lines {
  const kept: StructuredLine[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as StructuredLine;
    const [only, close] = [lines[at + 1], lines[at + 2]];
    const isOne =
      /^\t+(if|while) \(.*\) \{$/.test(line.text) &&
      close?.text === `${"\t".repeat(depthOf(line))}}` &&
      /;$/.test(only?.text ?? "") &&
      labelOf(only) === undefined;
    if (!isOne || only === undefined) kept.push(line);
    else {
      kept.push({ ...line, text: line.text.slice(0, -2) }, only);
      at += 2;
    }
  }
  return kept;
}

/** Code that one jump leads to stands where the jump was, so that a `case` holds what it does. */
import {
  closeOf,
  depthOf,
  isConditional,
  isLeft,
  type Lines,
  LOOP,
  labelOf,
  type PrintedLine,
  type StructuredLine,
  targetOf,
  uses,
} from "./lines.js";
import { negated } from "./negated.js";

/** `goto L; … L: …` as the code behind `L`, which nothing else reaches; where it went on by itself it jumps. */
export function reachedOnce(lines: Lines, at: number): Lines | undefined {
  const label = labelOf(lines[at]);
  if (label === undefined || !isLeft(lines, at - 1)) return undefined;
  const next = lines.findIndex((line, index) => index > at && labelOf(line) !== undefined);
  const end = next < 0 ? lines.length : next;
  const code = [...lines.slice(at + 1, end)];
  const jump = lines.findIndex((line) => targetOf(line) === label);
  const isInside = jump > at && jump < end;
  if (uses(lines, label) !== 1 || jump < 0 || isInside) return undefined;
  if (!isLeft(lines, end - 1)) {
    const behind = labelOf(lines[end]);
    if (behind === undefined) return undefined;
    code.push({ text: `\tgoto ${behind};` });
  }
  const depth = depthOf(lines[jump] as PrintedLine);
  if (depth < 2 || isConditional(lines, jump) || isInLoop(lines, jump)) return undefined;
  const moved = code.map((line) => ({ ...line, text: "\t".repeat(depth - 1) + line.text }));
  return jump < at
    ? [...lines.slice(0, jump), ...moved, ...lines.slice(jump + 1, at), ...lines.slice(end)]
    : [...lines.slice(0, at), ...lines.slice(end, jump), ...moved, ...lines.slice(jump + 1)];
}

/** `goto L; L:` */
export function jumpToNext(lines: Lines, at: number): Lines | undefined {
  const label = targetOf(lines[at]);
  const isIdle = label !== undefined && labelOf(lines[at + 1]) === label && !isConditional(lines, at);
  if (!isIdle || depthOf(lines[at] as PrintedLine) !== 1) return undefined;
  const isLast = uses(lines, label) === 1;
  return [...lines.slice(0, at), ...lines.slice(at + (isLast ? 2 : 1))];
}

/** `if (c) goto L; …; goto L;` */
export function skippedBeforeJump(lines: Lines, at: number): Lines | undefined {
  const head = lines[at] as StructuredLine;
  const [, indent = "", condition = ""] = /^(\t+)if \((.*)\)$/.exec(head.text) ?? [];
  const label = targetOf(lines[at + 1]);
  if (indent.length < 2 || label === undefined) return undefined;
  const body = lines.slice(at + 2, findJump(lines, at + 2, label, indent.length));
  const jump = at + 2 + body.length;
  const isPlain =
    body.length > 0 && body.every((line) => /^\t/.test(line.text) && depthOf(line) >= indent.length);
  if (targetOf(lines[jump]) !== label || !isPlain || isConditional(lines, jump)) return undefined;
  const { positive, ...plain } = head;
  return [
    ...lines.slice(0, at),
    { ...plain, text: `${indent}if (${positive ?? negated(condition)}) {` },
    ...body.map((line) => ({ ...line, text: `\t${line.text}` })),
    { text: `${indent}}` },
    ...lines.slice(jump),
  ];
}

/** `if (c) goto L; …; return; }` */
export function skippedBeforeEnd(lines: Lines, at: number): Lines | undefined {
  const head = lines[at] as StructuredLine;
  const [, indent = "", condition = ""] = /^(\t+)if \((.*)\)$/.exec(head.text) ?? [];
  const jump = lines[at + 1];
  if (indent.length < 2 || jump === undefined || targetOf(jump) === undefined) return undefined;
  const end = lines.findIndex((line, index) => index > at + 1 && depthOf(line) < indent.length);
  const body = lines.slice(at + 2, end);
  if (body.length === 0 || body.some((line) => labelOf(line) !== undefined)) return undefined;
  if (!/^\t+\}/.test(lines[end]?.text ?? "") || !isLeft(lines, end - 1, indent.length)) return undefined;
  const { positive, ...plain } = head;
  return [
    ...lines.slice(0, at),
    { ...plain, text: `${indent}if (${positive ?? negated(condition)}) {` },
    ...body.map((line) => ({ ...line, text: `\t${line.text}` })),
    { text: `${indent}}` },
    { ...jump, text: jump.text.slice(1) },
    ...lines.slice(end),
  ];
}

function findJump(lines: Lines, from: number, label: string, depth: number): number {
  const found = lines.findIndex(
    (line, index) =>
      index >= from &&
      (depthOf(line) < depth ||
        (depthOf(line) === depth && targetOf(line) === label && !isConditional(lines, index))),
  );
  return found < 0 ? lines.length : found;
}

/** `for (;;) { if (!c) goto L; … }` */
export function testedThenLeft(lines: Lines, at: number): Lines | undefined {
  const [, indent = ""] = /^(\t+)for \(;;\) \{$/.exec(lines[at]?.text ?? "") ?? [];
  const test = lines[at + 1];
  const jump = lines[at + 2];
  if (indent === "" || test?.positive === undefined || jump === undefined) return undefined;
  if (targetOf(jump) === undefined || depthOf(jump) !== indent.length + 2) return undefined;
  const close = closeOf(lines, at);
  const body = lines.slice(at + 3, close);
  // A `break` would go on behind the loop.
  if (close < 0 || body.some((line) => /^\t+break;$/.test(line.text))) return undefined;
  const { positive, ...head } = test;
  return [
    ...lines.slice(0, at),
    { ...head, text: `${indent}while (${positive}) {` },
    ...body,
    lines[close] as StructuredLine,
    { ...jump, text: `${indent}${jump.text.trim()}` },
    ...lines.slice(close + 1),
  ];
}

function isInLoop(lines: Lines, at: number): boolean {
  let depth = depthOf(lines[at] as PrintedLine);
  for (let index = at - 1; index >= 0; index--) {
    const line = lines[index] as PrintedLine;
    if (depthOf(line) >= depth || labelOf(line) !== undefined) continue;
    depth = depthOf(line);
    if (LOOP.test(line.text)) return true;
  }
  return false;
}

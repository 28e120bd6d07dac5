/** Printed lines read back as a flow graph: what follows what, by C's rules alone, without knowledge of what they were made of. */
import { depthOf, labelOf, type PrintedLine } from "./lines.js";

/** A point of the printed program; `end` of a path that leaves the function's text. */
export type Point =
  | { kind: "jump"; next: Point }
  | { readonly kind: "statement"; readonly text: string; readonly next: Point }
  | { readonly kind: "return"; readonly text: string }
  | { readonly kind: "branch"; readonly condition: string; readonly taken: Point; readonly otherwise: Point }
  | {
      readonly kind: "switch";
      readonly value: string;
      readonly cases: readonly Case[];
      readonly otherwise: Point;
    }
  | { readonly kind: "end" };

interface Case {
  readonly label: string;
  readonly to: Point;
}

/** Where `break`, `continue` and labels lead. */
interface Around {
  readonly leave?: Point | undefined;
  readonly again?: Point | undefined;
  readonly labels: Map<string, Point & { kind: "jump" }>;
}

const END: Point = { kind: "end" };

/** Undefined where the lines are no C that is printed here: a brace without its other, an `else` without its `if`. */
export function flowOfLines(lines: readonly PrintedLine[]): Point | undefined {
  try {
    const labels: Around["labels"] = new Map();
    const entry = sequence(lines, { from: 0, to: lines.length, depth: 1 }, END, { labels });
    const isWhole = [...labels.values()].every(({ next }) => next !== UNSET);
    return isWhole ? entry : undefined;
  } catch (error) {
    if (error instanceof NoStatement) return undefined;
    throw error;
  }
}

class NoStatement extends Error {}
const UNSET: Point = { kind: "end" };

interface Range {
  readonly from: number;
  readonly to: number;
  readonly depth: number;
}

function sequence(lines: readonly PrintedLine[], range: Range, follow: Point, around: Around): Point {
  const starts: number[] = [];
  for (let at = range.from; at < range.to; at = pieceEnd(lines, at, range)) starts.push(at);
  return starts.reduceRight((next, at) => piece(lines, at, range, next, around), follow);
}

const textAt = (lines: readonly PrintedLine[], at: number): string =>
  lines[at]?.text.replace(/^\t+/, "") ?? "";

/** Behind a statement. */
function pieceEnd(lines: readonly PrintedLine[], at: number, { to, depth }: Range): number {
  const line = lines[at];
  if (line === undefined || at >= to) throw new NoStatement();
  if (labelOf(line) !== undefined && depth === 1) return at + 1;
  const text = textAt(lines, at);
  if (depthOf(line) !== depth || /^(\}|case .*:$|default:$)/.test(text)) throw new NoStatement();
  if (/^(if|while) \(.*\)$/s.test(text))
    return pieceEnd(lines, at + 1, { from: at + 1, to, depth: depth + 1 });
  if (!opens(text)) return at + 1;
  const close = closing(lines, at, to, depth);
  return textAt(lines, close) === "} else {" ? closing(lines, close, to, depth) + 1 : close + 1;
}

const opens = (text: string): boolean => /^((if|while|switch) \(.*\)|for \(;;\)|do) \{$/s.test(text);

function closing(lines: readonly PrintedLine[], open: number, to: number, depth: number): number {
  for (let at = open + 1; at < to; at++) {
    const line = lines[at] as PrintedLine;
    const isOuter = depthOf(line) <= depth && !/^case .*:$/.test(textAt(lines, at));
    if (depthOf(line) === depth && textAt(lines, at).startsWith("}")) return at;
    if (isOuter) throw new NoStatement();
  }
  throw new NoStatement();
}

function piece(lines: readonly PrintedLine[], at: number, range: Range, next: Point, around: Around): Point {
  const label = labelOf(lines[at]);
  if (label !== undefined) {
    const here = labelled(label, around);
    here.next = next;
    return here;
  }
  const text = textAt(lines, at);
  const [, target] = /^goto (at_\d+);$/.exec(text) ?? [];
  if (target !== undefined) return labelled(target, around);
  if (text === "break;" || text === "continue;") {
    const to = text === "break;" ? around.leave : around.again;
    if (to === undefined) throw new NoStatement();
    return to;
  }
  if (/^return\b/.test(text)) return { kind: "return", text };
  return compound(lines, at, range, next, around) ?? { kind: "statement", text, next };
}

function compound(
  lines: readonly PrintedLine[],
  at: number,
  { to, depth }: Range,
  next: Point,
  around: Around,
): Point | undefined {
  const text = textAt(lines, at);
  const end = pieceEnd(lines, at, { from: at, to, depth });
  const inside = (from: number, until: number, follow: Point, within: Around) =>
    sequence(lines, { from, to: until, depth: depth + 1 }, follow, within);
  const [, condition] = /^if \((.*)\)(?: \{)?$/s.exec(text) ?? [];
  if (condition !== undefined) {
    const isBlock = text.endsWith("{");
    const close = isBlock ? closing(lines, at, to, depth) : end;
    const taken = inside(at + 1, close, next, around);
    const otherwise = isBlock && close !== end - 1 ? inside(close + 1, end - 1, next, around) : next;
    return { kind: "branch", condition, taken, otherwise };
  }
  if (text === "do {" || /^(for|while) \(/.test(text))
    return loop(lines, at, { from: at, to: end, depth }, next, around);
  const [, value] = /^switch \((.*)\) \{$/s.exec(text) ?? [];
  return value === undefined ? undefined : choice(lines, { from: at, to: end, depth }, value, next, around);
}

function loop(lines: readonly PrintedLine[], at: number, range: Range, next: Point, around: Around): Point {
  const text = textAt(lines, at);
  const head: Point & { kind: "jump" } = { kind: "jump", next: UNSET };
  const isBlock = text.endsWith("{");
  const within = { ...around, leave: next, again: head };
  const body = (follow: Point, again: Point) =>
    sequence(lines, { from: at + 1, to: isBlock ? range.to - 1 : range.to, depth: range.depth + 1 }, follow, {
      ...within,
      again,
    });
  const [, condition] = /^while \((.*)\)(?: \{)?$/s.exec(text) ?? [];
  if (text === "do {") {
    const [, last] = /^\} while \((.*)\);$/s.exec(textAt(lines, range.to - 1)) ?? [];
    if (last === undefined) throw new NoStatement();
    const test: Point = { kind: "branch", condition: last, taken: head, otherwise: next };
    head.next = body(test, test);
  } else if (condition !== undefined)
    head.next = { kind: "branch", condition, taken: body(head, head), otherwise: next };
  else if (text === "for (;;) {") head.next = body(head, head);
  else throw new NoStatement();
  if (text !== "do {" && isBlock && textAt(lines, range.to - 1) !== "}") throw new NoStatement();
  return head;
}

function choice(
  lines: readonly PrintedLine[],
  { from, to, depth }: Range,
  value: string,
  next: Point,
  around: Around,
): Point {
  const labels: number[] = [];
  for (let at = from + 1; at < to - 1; at++)
    if (depthOf(lines[at] as PrintedLine) === depth && /^case .*:$/s.test(textAt(lines, at))) labels.push(at);
  if (to - 1 > from + 1 && labels[0] !== from + 1) throw new NoStatement();
  const within = { ...around, leave: next };
  const cases: Case[] = [];
  let follow = next;
  for (const [at, start] of [...labels.entries()].reverse()) {
    follow = sequence(
      lines,
      { from: start + 1, to: labels[at + 1] ?? to - 1, depth: depth + 1 },
      follow,
      within,
    );
    cases.unshift({ label: textAt(lines, start).slice("case ".length, -1), to: follow });
  }
  return { kind: "switch", value, cases, otherwise: next };
}

function labelled(name: string, { labels }: Around): Point & { kind: "jump" } {
  const found = labels.get(name) ?? { kind: "jump", next: UNSET };
  labels.set(name, found);
  return found;
}

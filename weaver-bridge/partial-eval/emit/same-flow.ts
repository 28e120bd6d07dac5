/**
 * Whether printed lines do what the graph does that they were made of: from the start on, both do the same statements, ask
 * the same conditions and go on together. Statements and conditions are compared as text, a condition also turned round.
 */
import type { ResidualBlock, ResidualExit } from "../specialize/residual-graph.js";
import { flowOfLines, type Point } from "./flow-of-lines.js";
import type { PrintedLine } from "./lines.js";

/** `end`: how the function is left without a value. */
export function isSameFlow(entry: ResidualBlock, lines: readonly PrintedLine[], end: string): boolean {
  const begin = flowOfLines(lines);
  if (begin === undefined) return false;
  const numbers = new Map<Point, number>();
  const numberOf = (point: Point): number => {
    const known = numbers.get(point) ?? numbers.size;
    numbers.set(point, known);
    return known;
  };
  const seen = new Set<string>();
  const waiting: [At, Point][] = [[{ block: entry, line: 0 }, begin]];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [at, point] = [graphPoint(pair[0]), settled(pair[1])];
    if (at === "forever" || point === "forever") {
      if (at !== point) return false;
      continue;
    }
    const key = `${at.block.number}:${at.line}:${numberOf(point)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const next = step(at, point, end);
    if (next === undefined) return false;
    waiting.push(...next);
  }
  return true;
}

interface At {
  readonly block: ResidualBlock;
  readonly line: number;
}

/** Where the next thing is done; behind its last line a block is at its end. */
function graphPoint(from: At): At | "forever" {
  const seen = new Set<ResidualBlock>();
  let { block, line } = from;
  while (line >= block.lines.length && block.exit.kind === "jump") {
    if (seen.has(block)) return "forever";
    seen.add(block);
    [block, line] = [block.exit.to, 0];
  }
  return { block, line };
}

function settled(from: Point): Point | "forever" {
  const seen = new Set<Point>();
  let point = from;
  while (point.kind === "jump") {
    if (seen.has(point)) return "forever";
    seen.add(point);
    point = point.next;
  }
  return point;
}

/** What has to be the same behind it; undefined where it is not the same. */
function step({ block, line }: At, point: Point, end: string): [At, Point][] | undefined {
  const text = block.lines[line]?.text;
  const start = (to: ResidualBlock): At => ({ block: to, line: 0 });
  if (text !== undefined)
    return point.kind === "statement" && point.text === text.replace(/^\t+/, "")
      ? [[{ block, line: line + 1 }, point.next]]
      : undefined;
  const exit: ResidualExit = block.exit;
  if (exit.kind === "return") {
    const said = exit.value === undefined ? end : `return ${exit.value};`;
    return point.kind === "return" && point.text === said ? [] : undefined;
  }
  if (exit.kind === "branch") {
    const way = point.kind === "branch" ? sameCondition(exit.condition, point.condition) : undefined;
    if (way === undefined || point.kind !== "branch") return undefined;
    const [taken, otherwise] = way ? [point.taken, point.otherwise] : [point.otherwise, point.taken];
    return [
      [start(exit.taken), taken],
      [start(exit.otherwise), otherwise],
    ];
  }
  if (exit.kind !== "switch" || point.kind !== "switch") return undefined;
  const isSame =
    exit.value === point.value &&
    exit.cases.length === point.cases.length &&
    exit.cases.every(({ label }, index) => label === point.cases[index]?.label);
  if (!isSame) return undefined;
  return [
    ...exit.cases.map(({ to }, index): [At, Point] => [start(to), point.cases[index]?.to as Point]),
    [start(exit.otherwise), point.otherwise],
  ];
}

/** True where it is the same, false where it is its opposite. */
function sameCondition(one: string, other: string): boolean | undefined {
  const [left, right] = [positive(one), positive(other)];
  return left.text === right.text ? left.isSo === right.isSo : undefined;
}

/** Without negations around the whole, and `!=` of the whole as `==`. */
function positive(condition: string): { readonly text: string; readonly isSo: boolean } {
  let text = unwrapped(condition);
  let isSo = true;
  for (;;) {
    const inner = /^!(\(.*\))$/s.exec(text)?.[1];
    const name = /^!(\*?\w+(?:->\w+|\.\w+|\[\w+\])*)$/.exec(text)?.[1];
    const within = inner !== undefined && unwrapped(inner) !== inner ? unwrapped(inner) : name;
    if (within === undefined) break;
    text = within;
    isSo = !isSo;
  }
  const [, left, operator, right] = /^(.*) (==|!=) (.*)$/s.exec(text) ?? [];
  const isOne =
    left !== undefined &&
    right !== undefined &&
    !/ (==|!=|<=|>=|<|>|&&|\|\||\?|:|&|\||\^|,|=) /.test(`${left} ${right}`);
  if (isOne && operator === "!=") return { text: `${left} == ${right}`, isSo: !isSo };
  return { text, isSo };
}

function unwrapped(text: string): string {
  if (!/^\(.*\)$/s.test(text)) return text;
  let depth = 0;
  for (const [at, character] of [...text].entries()) {
    if (character === "(") depth++;
    else if (character === ")" && --depth === 0 && at < text.length - 1) return text;
  }
  return depth === 0 ? unwrapped(text.slice(1, -1)) : text;
}

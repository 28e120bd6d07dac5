/** The text around a place in the function that it stands in: what preceded it, and how it is used. */
import { contains, type ExecutionShadow, type TextRange, type UnitFacts } from "../../model/index.js";

export interface FunctionBody {
  readonly name: string;
  readonly shadow: ExecutionShadow;
  /** From the parameters' declarations to the last brace. */
  readonly start: number;
  readonly text: string;
}

/** Bodies by the offset of a place in them. */
export function functionBodies(
  facts: UnitFacts,
  unitText: string,
): (at: TextRange) => FunctionBody | undefined {
  const shadows = facts.shadows.filter((one): one is ExecutionShadow => one.kind === "execution");
  shadows.sort((left, right) => left.range.start - right.range.start);
  const known = new Map<ExecutionShadow, FunctionBody>();
  return (at) => {
    const shadow = lastBefore(shadows, at.start);
    if (shadow === undefined || !contains(shadow.range, at)) return undefined;
    let body = known.get(shadow);
    if (body === undefined) {
      const start = startOfText(shadow, unitText);
      const name = facts.entities[shadow.entity]?.name ?? "";
      body = { name, shadow, start, text: withoutMarkers(unitText.slice(start, shadow.body.end)) };
      known.set(shadow, body);
    }
    return body;
  };
}

/** Of a definition of 1978 the list has names alone, and their declarations follow it. */
function startOfText({ parameterList, body }: ExecutionShadow, unitText: string): number {
  const { start, end } = parameterList;
  return unitText.slice(end, body.start).includes(";") ? end : start;
}

/** Functions follow each other. */
function lastBefore(shadows: readonly ExecutionShadow[], offset: number): ExecutionShadow | undefined {
  let low = 0;
  let high = shadows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shadows[middle] as ExecutionShadow).range.start <= offset) low = middle + 1;
    else high = middle;
  }
  return shadows[low - 1];
}

/** Where the statement or declaration at a place begins: behind the last of `ends` before it, read backwards from there. */
export function statementStart(text: string, at: number, ends = ";{}"): number {
  let from = at;
  while (from > 0 && !ends.includes(text[from - 1] as string)) from--;
  return from;
}

/**
 * Whether a statement or declaration says the one and, behind it, the other, which may take the sign that ends it. Read once,
 * however often the first is said. `first` has the flag `g`.
 */
export function saysInTurn(text: string, first: RegExp, then: RegExp, ends = ";{}"): boolean {
  first.lastIndex = 0;
  for (let found = first.exec(text); found !== null; found = first.exec(text)) {
    const from = first.lastIndex;
    while (first.lastIndex < text.length && !ends.includes(text[first.lastIndex] as string))
      first.lastIndex++;
    if (then.test(text.slice(from, first.lastIndex + 1))) return true;
  }
  return false;
}

/** Same length; line markers and texts in quotes blanked. */
function withoutMarkers(text: string): string {
  return text
    .replace(/^# .*$/gm, (line) => " ".repeat(line.length))
    .replace(/"(?:[^"\\\n]|\\[\s\S])*"?/g, (quoted) => quoted.replace(/(?<=[\s\S])[^\n](?=[\s\S])/g, " "));
}

const word = (name: string) => new RegExp(`(?<![\\w.>])${name}\\b`, "g");

/** Offsets in `text` where the variable is spelled, members of that name left out. */
export function usesOf(name: string, text: string, from: number, to: number): number[] {
  return [...text.slice(from, to).matchAll(word(name))].map(({ index }) => from + index);
}

/** How far a text goes out of the braces that it begins in; 0 or less. */
export function lowestDepth(text: string): number {
  let depth = 0;
  let lowest = 0;
  for (const sign of text) {
    if (sign === "{") depth++;
    else if (sign === "}") lowest = Math.min(lowest, --depth);
  }
  return lowest;
}

/** `&local` is the local, `p` what it points to. */
export function addressed(unitText: string, range: TextRange): { range: TextRange; isArrow: boolean } {
  const sign = /^\s*(?:\(+\s*)?&\s*/.exec(unitText.slice(range.start, range.end))?.[0];
  return sign === undefined
    ? { range, isArrow: true }
    : { range: { start: range.start + sign.length, end: range.end }, isArrow: false };
}

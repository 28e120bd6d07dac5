/**
 * Annotations of declarations, from the text: clang drops the attributes that it doesn't know, and those are the
 * ones that pointcuts name.
 */
import type { TextRange } from "../../../model/index.js";

export interface AttributeTable {
  /** Names of the attributes that belong to the declaration from `start` to `headEnd`, in order; undefined without. */
  of(declaration: TextRange, nameStart: number): readonly string[] | undefined;
}

/** `spans` are start and end of each `[[...]]`, ascending. */
export function createAttributeTable(text: string, spans: Int32Array): AttributeTable {
  if (spans.length === 0) return { of: () => undefined };
  const names: (readonly string[])[] = [];
  for (let at = 0; at < spans.length; at += 2) names.push(namesIn(text.slice(spans[at], spans[at + 1])));
  return {
    of: (declaration, nameStart) => {
      const headEnd = endOfHead(text, nameStart, declaration.end);
      let start = declaration.start;
      const found: string[] = [];
      // Attributes right before the declaration are not in its extent; neither are the ones before those.
      let index = firstAtOrAfter(spans, start);
      while (index > 0 && /^\s*$/.test(text.slice(spans[index * 2 - 1], start)))
        start = spans[--index * 2] as number;
      for (; index * 2 < spans.length && (spans[index * 2] as number) < headEnd; index++)
        found.push(...(names[index] as readonly string[]));
      return found.length === 0 ? undefined : found;
    },
  };
}

function firstAtOrAfter(spans: Int32Array, offset: number): number {
  let low = 0;
  let high = spans.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle * 2] as number) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Parameters and bodies have attributes of their own.
function endOfHead(text: string, nameStart: number, end: number): number {
  const match = /[({;=]|(?<!:):(?!:)/.exec(text.slice(nameStart, end));
  return match === null ? end : nameStart + match.index;
}

/** `[[using a: b, c(1)]]` holds `a::b` and `a::c`. */
function namesIn(attribute: string): string[] {
  let list = attribute.slice(2, -2).trim();
  const using = /^using\s+(\w+)\s*:(?!:)/.exec(list);
  if (using !== null) list = list.slice(using[0].length);
  const names: string[] = [];
  for (const part of splitOutside(list)) {
    const name = /^\s*(\w+(?:\s*::\s*\w+)*)/.exec(part)?.[1]?.replace(/\s+/g, "");
    if (name !== undefined) names.push(using === null ? name : `${using[1]}::${name}`);
  }
  return names;
}

/** The parts between commas that stand in no parentheses. */
function splitOutside(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at++) {
    const c = list[at] as string;
    if (c === "(") depth++;
    else if (c === ")") depth--;
    else if (c === "," && depth === 0) {
      parts.push(list.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, list.slice(start)];
}

/**
 * Annotations of declarations, from the text: clang drops the attributes that it doesn't know, and those are the
 * ones that pointcuts name.
 */
import { attributeNames, type TextRange } from "../../../model/index.js";
import { namespacesIn } from "./namespace-attributes.js";

export interface AttributeTable {
  /**
   * Names of the attributes that belong to the declaration from `start` to `headEnd`, in order, with those of the
   * namespaces around it, which stand for everything inside; undefined without.
   */
  of(declaration: TextRange, nameStart: number, scope: readonly string[]): readonly string[] | undefined;
}

/** `spans` are start and end of each `[[...]]`, ascending. */
export function createAttributeTable(text: string, spans: Int32Array): AttributeTable {
  if (spans.length === 0) return { of: () => undefined };
  const names: (readonly string[])[] = [];
  for (let at = 0; at < spans.length; at += 2)
    names.push(attributeNames(text.slice(spans[at], spans[at + 1])));
  const ofNamespaces = namespacesIn(text, spans);
  return {
    of: (declaration, nameStart, scope) => {
      const headEnd = endOfHead(text, nameStart, declaration.end);
      let start = declaration.start;
      const found: string[] = [];
      // Attributes right before the declaration are not in its extent; neither are the ones before those.
      let index = firstAtOrAfter(spans, start);
      while (index > 0 && /^\s*$/.test(text.slice(spans[index * 2 - 1], start)))
        start = spans[--index * 2] as number;
      for (; index * 2 < spans.length && (spans[index * 2] as number) < headEnd; index++)
        found.push(...(names[index] as readonly string[]));
      if (ofNamespaces.size > 0)
        for (let length = 1; length <= scope.length; length++)
          found.push(...(ofNamespaces.get(scope.slice(0, length).join("::")) ?? []));
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

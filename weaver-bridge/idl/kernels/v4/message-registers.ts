/** Which fixed values the message registers cannot hold: the largest travel as string items, or some share a block. */
import type { Element } from "../../middle/elements.js";
import type { PartChoice } from "../../middle/kernel-abi.js";

/** `most`: words that the message registers hold, items included. */
export function chooseParts(elements: readonly Element[], most: number, notes: string[]): PartChoice {
  const indirect = oversized(elements, most);
  const inBlock = overflowing(elements, indirect, most);
  if (inBlock.size > 0) {
    notes.push(`${inBlock.size} values exceed the message registers: sent together as a string item`);
    return { indirect: new Set(), inBlock };
  }
  for (const element of elements)
    if (element.kind === "fixed" && indirect.has(element.parameter.name)) {
      const { name } = element.parameter;
      notes.push(
        `${name === "__return" ? "the result" : name}: ${element.bytes} bytes exceed the message registers: sent from where it is, as a string item`,
      );
    }
  return { indirect, inBlock };
}

/** Values, the last ones first, that find no message register even when the largest travel by themselves. */
function overflowing(elements: readonly Element[], indirect: ReadonlySet<string>, most: number): Set<string> {
  const names = new Set<string>();
  if (wordsOf(elements, indirect) <= most) return names;
  let words = wordsOf(elements, new Set()) + 2;
  for (const element of [...elements].reverse()) {
    if (words <= most) break;
    if (element.kind !== "fixed") continue;
    words -= Math.ceil(element.bytes / 4);
    names.add(element.parameter.name);
  }
  return names;
}

/** Message registers that fixed values, lengths and items take when `indirect` ones travel as string items. */
function wordsOf(elements: readonly Element[], indirect: ReadonlySet<string>): number {
  const words = elements.map((element) => {
    if (element.kind === "map") return 2;
    if (element.kind === "reference") return 1;
    if (element.kind === "fixed")
      return indirect.has(element.parameter.name) ? 2 : Math.ceil(element.bytes / 4);
    return (element.ownLength ? 1 : 0) + (element.direct ? 0 : 2);
  });
  return words.reduce((sum, count) => sum + count, 0);
}

/** The largest fixed values that the message registers cannot hold travel as string items instead. */
function oversized(elements: readonly Element[], most: number): Set<string> {
  const names = new Set<string>();
  const fixed = elements
    .flatMap((element) => (element.kind === "fixed" ? [element] : []))
    .sort((a, b) => b.bytes - a.bytes);
  let words = wordsOf(elements, names);
  for (const element of fixed) {
    if (words <= most) break;
    if (element.bytes <= 8) break; // an item takes two words itself
    names.add(element.parameter.name);
    words += 2 - Math.ceil(element.bytes / 4);
  }
  return names;
}

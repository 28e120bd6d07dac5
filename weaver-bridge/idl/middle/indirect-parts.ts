/** Which values travel from where they are, as indirect parts (X0, V2) or string items (V4), and which share a block. */
import type { Optimizations } from "../options.js";
import type { Element } from "./elements.js";
import type { KernelAbi } from "./message.js";

/** Up to here a memory message is cheaper than an indirect part (paper, figure 3: 30 words). */
const COPYBREAK_BYTES = 120;

/** Fixed values that cost more to copy into the message than to describe; on V4, what its registers cannot hold. */
export function sentFromWhereTheyAre(
  elements: readonly Element[],
  abi: KernelAbi,
  optimizations: Optimizations,
): Set<string> {
  if (abi.kernel === "v4") return oversized(elements, abi);
  if (!optimizations.indirectParts) return new Set();
  return new Set(
    elements.flatMap((element) =>
      element.kind === "fixed" && element.bytes > COPYBREAK_BYTES ? [element.parameter.name] : [],
    ),
  );
}

export function noteIndirect(
  elements: readonly Element[],
  names: ReadonlySet<string>,
  abi: KernelAbi,
  notes: string[],
): void {
  for (const element of elements)
    if (element.kind === "fixed" && names.has(element.parameter.name))
      notes.push(
        abi.kernel === "v4"
          ? `${named(element.parameter.name)}: ${element.bytes} bytes exceed the message registers: sent from where it is, as a string item`
          : `${named(element.parameter.name)}: ${element.bytes} bytes, more than ${COPYBREAK_BYTES}: sent from where it is, as an indirect part`,
      );
}

function named(parameter: string): string {
  return parameter === "__return" ? "the result" : parameter;
}

/** V4: values, the last ones first, that find no message register even when the largest travel by themselves. */
export function overflowing(
  elements: readonly Element[],
  indirect: ReadonlySet<string>,
  abi: KernelAbi,
): Set<string> {
  const names = new Set<string>();
  if (wordsOf(elements, indirect) <= abi.mostWords) return names;
  let words = wordsOf(elements, new Set()) + 2;
  for (const element of [...elements].reverse()) {
    if (words <= abi.mostWords) break;
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

/** V4: the largest fixed values that the message registers cannot hold travel as string items instead. */
function oversized(elements: readonly Element[], abi: KernelAbi): Set<string> {
  const names = new Set<string>();
  const fixed = elements
    .flatMap((element) => (element.kind === "fixed" ? [element] : []))
    .sort((a, b) => b.bytes - a.bytes);
  let words = wordsOf(elements, names);
  for (const element of fixed) {
    if (words <= abi.mostWords) break;
    if (element.bytes <= 8) break; // an item takes two words itself
    names.add(element.parameter.name);
    words += 2 - Math.ceil(element.bytes / 4);
  }
  return names;
}

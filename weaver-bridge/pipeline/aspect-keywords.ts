/** Aspects that stand in ordinary sources (`-k`): what the compiler and libclang are to see is the text without them. */
import { parseAspectSource } from "../pointcut/index.js";

/**
 * The text with aspects, slices, pointcuts and attributes blanked. Length, newlines and line markers stay, so offsets and
 * places do too.
 */
export function withoutAspects(unitText: string): string {
  const { aspects, slices = [], pointcuts, attributes = [] } = parseAspectSource("", unitText);
  const definitions = slices.flatMap((slice) => slice.definitions);
  const ranges = [...aspects, ...slices, ...definitions, ...pointcuts, ...attributes]
    .map(({ range }) => range)
    .sort((a, b) => a.start - b.start);
  let result = "";
  let at = 0;
  for (const { start, end } of ranges) {
    if (end <= at) continue;
    const from = Math.max(at, start);
    result += unitText.slice(at, from) + blank(unitText.slice(from, end));
    at = end;
  }
  return result + unitText.slice(at);
}

function blank(text: string): string {
  return text.replace(/^#.*$|[^\n]/gm, (found) => (found.startsWith("#") && found.length > 1 ? found : " "));
}

import { contains, type UnitFacts } from "../model/index.js";
import { Unweavable } from "./unweavable.js";

/** Join points in a function that the compiler will refuse anyway are not touched. */
export function brokenRegions(facts: UnitFacts): (topLevel: number) => Unweavable | undefined {
  const errors = facts.diagnostics.filter(({ severity }) => severity !== "warning");
  const starts = [...new Set(facts.shadows.map((shadow) => shadow.topLevel))].sort((a, b) => a - b);
  return (topLevel) => {
    if (errors.length === 0) return undefined;
    const end = starts.find((start) => start > topLevel) ?? Number.POSITIVE_INFINITY;
    const error = errors.find(({ offset }) =>
      contains({ start: topLevel, end }, { start: offset, end: offset }),
    );
    if (error === undefined) return undefined;
    return new Unweavable(
      "broken-code",
      `the function could not be understood: ${error.message}`,
      "It is left as it is. Correct the error; if the compiler accepts the code, exclude the function from the pointcut.",
      facts.lineMap.rangeOf({ start: error.offset, end: error.offset + 1 }),
    );
  };
}

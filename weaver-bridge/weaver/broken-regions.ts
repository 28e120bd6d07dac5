/** Functions that libclang could not read whole: nothing in them is touched, and what advice they miss is told. */
import {
  contains,
  type ParseDiagnostic,
  type Problem,
  type TextRange,
  type UnitFacts,
} from "../model/index.js";
import { RecurringFailure, type Unweavable } from "./unweavable.js";

const HINT =
  "The function is left as it is, the rest of the unit is woven. Write it so that Clang accepts it too, or exclude it from the pointcut.";

/**
 * Built-in functions of GCC that take what clang's of the same name don't: an atomic object. What stands around the call is
 * read as usual.
 */
const OTHERWISE_READ = /^address argument to atomic operation must be a pointer to /;

type BrokenBody = ParseDiagnostic & { readonly body: TextRange };

/** The first error of each. */
function brokenBodies({ diagnostics }: UnitFacts): BrokenBody[] {
  const found = new Map<number, BrokenBody>();
  for (const diagnostic of diagnostics) {
    const { severity, body } = diagnostic;
    if (OTHERWISE_READ.test(diagnostic.message)) continue;
    if (severity !== "warning" && body !== undefined && !found.has(body.start))
      found.set(body.start, { ...diagnostic, body });
  }
  return [...found.values()];
}

export function brokenRegions(facts: UnitFacts): (range: TextRange) => Unweavable | undefined {
  const broken = brokenBodies(facts);
  return (range) => {
    const error = broken.find(({ body }) => contains(body, range) || contains(range, body));
    if (error === undefined) return undefined;
    const { file, line } = facts.lineMap.positionAt(error.offset);
    const reason = `libclang can't read the function (${file}:${line}: ${error.message})`;
    const said = `advice is left out: ${reason}`;
    return new RecurringFailure("broken-code", said, HINT, reason, reason);
  };
}

/** Of functions without any known join point of `matched`: the error may hide some. */
export function unreadFunctions(facts: UnitFacts, matched: readonly TextRange[]): Problem[] {
  return brokenBodies(facts)
    .filter(({ body }) => !matched.some((range) => contains(body, range) || contains(range, body)))
    .map(({ offset, message }) => ({
      code: "weave/broken-code",
      severity: "warning",
      range: facts.lineMap.rangeOf({ start: offset, end: offset + 1 }),
      message: `advice may be missing in this function: libclang can't read it (${message})`,
      hint: HINT,
    }));
}

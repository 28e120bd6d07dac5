/**
 * Functions that GNU C lets stand in functions, which libclang takes for an error: it is shown a declaration in their place, and
 * so reads the function around them.
 *
 *     int outer(int a) { int inner(int x) { return f(x); } return inner(f(a)); }
 *     int outer(int a) { int inner(int x) ;                return inner(f(a)); }
 *
 * What stands in them is no join point, nor is a call of one: no function at file scope could make it.
 */
import type { Problem, TextRange, UnitFacts } from "../../model/index.js";
import { tokenize, withoutRanges } from "../../weaver/index.js";

const REFUSED = "function definition is not allowed here";

export interface ReadAround {
  readonly facts: UnitFacts;
  /** From `{` to `}`, of what was not read. */
  readonly bodies: readonly TextRange[];
}

/** The same facts where there is none, or where the unit can't be read without them either. */
export async function readAroundNested(
  facts: UnitFacts,
  text: string,
  parse: (text: string) => Promise<UnitFacts | undefined>,
): Promise<ReadAround> {
  const bodies = facts.diagnostics.flatMap(({ message, offset, body }) => {
    if (message !== REFUSED || body === undefined || text[offset] !== "{") return [];
    const end = endOfBlock(text, { start: offset, end: body.end });
    return end === undefined ? [] : [{ start: offset, end }];
  });
  if (bodies.length === 0) return { facts, bodies: [] };
  const blank = withoutRanges(text, bodies).split("");
  for (const { start } of bodies) blank[start] = ";";
  const around = await parse(blank.join(""));
  if (around === undefined || errorsIn(around) > 0) return { facts, bodies: [] };
  const nested = new Set(
    around.entities.flatMap(({ nameRange }, id) =>
      bodies.some(({ start }) => isHead(text.slice(nameRange.end, start), nameRange.end, start)) ? [id] : [],
    ),
  );
  return {
    facts: { ...around, shadows: around.shadows.filter(({ entity }) => !nested.has(entity)) },
    bodies,
  };
}

/** Warnings where advice may be missing in one of them. */
export function unreadNested(
  { facts, bodies }: ReadAround,
  text: string,
  isSought: (text: string) => boolean,
): Problem[] {
  return bodies
    .filter(({ start, end }) => isSought(text.slice(start, end)))
    .map(({ start }) => ({
      code: "weave/broken-code",
      severity: "warning",
      range: facts.lineMap.rangeOf({ start, end: start + 1 }),
      message: "advice may be missing in this nested function, which libclang can't read",
      hint: "The function around it is woven. Define it at file scope, or exclude what stands in it from the pointcut.",
    }));
}

const errorsIn = ({ diagnostics }: UnitFacts) =>
  diagnostics.filter(({ severity }) => severity !== "warning").length;

/** `(int x) ` between a name and the body. */
const isHead = (between: string, from: number, to: number) =>
  to > from && to - from < 2000 && /^\s*\([^;{}]*$/.test(between);

function endOfBlock(text: string, { start, end }: TextRange): number | undefined {
  let depth = 0;
  for (const token of tokenize(text, start, end)) {
    if (token.kind !== "punctuator") continue;
    if (token.text === "{") depth++;
    if (token.text === "}" && --depth === 0) return token.end;
  }
  return undefined;
}

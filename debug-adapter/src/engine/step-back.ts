/**
 * A step back over a line. Going back costs a run from power-on, so it is not taken instruction by instruction: what was
 * executed lately is known as a trail, and the place where the line before began is found in it.
 */

/** One executed instruction. */
export interface Passed {
  /** Instructions since power-on. */
  readonly position: number;
  readonly stackPointer: number;
  /** The machine function; empty when unknown. */
  readonly symbol: string;
  /** `file:line`; empty when unknown. */
  readonly line: string;
}

/**
 * Where the line before the last one of the trail began; `over` leaves out what was called meanwhile. `isWhole`: the trail
 * goes back far enough to be sure.
 */
export function lineBefore(
  trail: readonly Passed[],
  intent: "in" | "over",
): { readonly position: number; readonly isWhole: boolean } | undefined {
  const here = trail.at(-1);
  let next = here;
  let found: Passed | undefined;
  let inCallee = false;
  if (here === undefined || next === undefined) return undefined;
  for (const passed of trail.slice(0, -1).reverse()) {
    const isCallee = passed.symbol !== next.symbol && passed.stackPointer < next.stackPointer;
    if (intent === "over" && (isCallee || inCallee)) {
      // The call itself stands where its return leads to.
      inCallee = passed.symbol !== next.symbol || passed.stackPointer < next.stackPointer;
      if (inCallee) continue;
    }
    next = passed;
    const isLine = passed.line !== "" && !(passed.line === here.line && passed.symbol === here.symbol);
    if (found === undefined) {
      if (isLine) found = passed;
    } else if (passed.line === found.line && passed.symbol === found.symbol) found = passed;
    else return { position: found.position, isWhole: true };
  }
  return found === undefined ? undefined : { position: found.position, isWhole: false };
}

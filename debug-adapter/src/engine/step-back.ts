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
  if (here === undefined) return undefined;
  let start: Passed | undefined;
  for (const passed of intent === "over" ? withoutCalls(trail) : trail.slice(0, -1).reverse()) {
    if (start === undefined) {
      if (passed.line !== "" && !sameLine(passed, here)) start = passed;
    } else if (sameLine(passed, start)) start = passed;
    else return { position: start.position, isWhole: true };
  }
  return start === undefined ? undefined : { position: start.position, isWhole: false };
}

/** What was passed before the last instruction, the latest first, without what was called meanwhile. */
function withoutCalls(trail: readonly Passed[]): Passed[] {
  const kept: Passed[] = [];
  let next = trail.at(-1) as Passed;
  let inCallee = false;
  for (const passed of trail.slice(0, -1).reverse()) {
    const isDeeper = passed.stackPointer < next.stackPointer;
    // The call itself stands where its return leads to.
    inCallee = inCallee
      ? passed.symbol !== next.symbol || isDeeper
      : passed.symbol !== next.symbol && isDeeper;
    if (inCallee) continue;
    kept.push(passed);
    next = passed;
  }
  return kept;
}

function sameLine(one: Passed, other: Passed): boolean {
  return one.line === other.line && one.symbol === other.symbol;
}

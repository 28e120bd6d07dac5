/** Code that several functions are said to have: each is read instruction by instruction. */
import type { CodeRange } from "./debug-info.js";

interface WithCode {
  readonly ranges: readonly CodeRange[];
}

/** How often functions may have all of the code: the linker folds equal ones. */
const MOST_SHARED = 16;
const SMALL = 1 << 20;

/** As many as have so much code, in their order. */
export function withCode<T extends WithCode>(
  copies: readonly T[],
  codeBytes: number,
  damage: string[],
): readonly T[] {
  let left = codeBytes * MOST_SHARED + SMALL;
  const kept = copies.filter(({ ranges }) => {
    left -= ranges.reduce((all, { start, end }) => all + Math.min(end - start, codeBytes), 0);
    return left >= 0;
  });
  if (kept.length < copies.length)
    damage.push(`${copies.length - kept.length} functions are said to have code that others have as well`);
  return kept;
}

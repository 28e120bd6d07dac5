/** Ratios of costs that are measured with noise. */

export interface AboveBase {
  /** The cost of doing nothing, and how far its own measurements lie apart; in the unit of the others. */
  readonly base: number;
  readonly spread: number;
  readonly generic: number;
  readonly made: number;
}

/** Of two costs above that of doing nothing, `2.00x`; undefined where one of them can't be told from it. */
export function ratioAbove({ base, spread, generic, made }: AboveBase): string | undefined {
  if (Math.min(generic, made) - base <= spread) return undefined;
  return `${((generic - base) / (made - base)).toFixed(2)}x`;
}

/** What a residual function may be at most. */
export interface Limits {
  /** Residual copies of one place. */
  readonly unroll: number;
  /** Residual statements. */
  readonly statements: number;
  /** Calls that are followed within each other. */
  readonly depth: number;
  /** At run time: pieces of code, and bytes of all of them. */
  readonly variants: number;
  readonly bytes: number;
}

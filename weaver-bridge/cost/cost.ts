/** Costs as numbers that can be added and compared. Pure. */

/** Of an object, or of a difference between two. */
export interface Cost {
  /** Bytes of functions, without padding between them. */
  readonly code: number;
  /** Bytes of constants, data and zeroes. */
  readonly data: number;
  /** Bytes: the frames of all functions together. */
  readonly stack: number;
  /** Instructions in the functions (what stands there, not what runs), without padding. */
  readonly instructions: number;
}

export const COST_KINDS = ["code", "data", "stack", "instructions"] as const;

export const NO_COST: Cost = { code: 0, data: 0, stack: 0, instructions: 0 };

const combine = (left: Cost, right: Cost, with_: (a: number, b: number) => number): Cost => ({
  code: with_(left.code, right.code),
  data: with_(left.data, right.data),
  stack: with_(left.stack, right.stack),
  instructions: with_(left.instructions, right.instructions),
});

export const addCost = (left: Cost, right: Cost): Cost => combine(left, right, (a, b) => a + b);
export const subtractCost = (left: Cost, right: Cost): Cost => combine(left, right, (a, b) => a - b);

/** Keeps many short lists of numbers in a few large arrays: an array of its own takes more than most of them hold. */
export interface NumberPool {
  /** The same numbers, in an array of the pool. */
  keep(numbers: ArrayLike<number>): Int32Array;
}

const CHUNK = 1 << 16;

export function createNumberPool(): NumberPool {
  let chunk = new Int32Array(0);
  let used = 0;
  return {
    keep(numbers) {
      const { length } = numbers;
      if (used + length > chunk.length) {
        chunk = new Int32Array(Math.max(CHUNK, length));
        used = 0;
      }
      const kept = chunk.subarray(used, used + length);
      kept.set(numbers);
      used += length;
      return kept;
    },
  };
}

/** Lists of numbers turned around: which of them hold each number. */

export interface TurnedAround {
  /** The numbers that some list holds, ascending. */
  readonly numbers: readonly number[];
  /** The lists that hold it, ascending. */
  of(number: number): Uint16Array | Uint32Array;
}

/** `listAt` is asked twice for each of `count` lists; numbers are below `limit`. */
export function turnedAround(
  count: number,
  limit: number,
  listAt: (at: number) => ArrayLike<number>,
): TurnedAround {
  /** Where the lists of each number start; those of the next one start where they end. */
  const starts = new Int32Array(limit + 1);
  for (let at = 0; at < count; at++) {
    const list = listAt(at);
    for (let each = 0; each < list.length; each++) {
      const end = (list[each] as number) + 1;
      starts[end] = (starts[end] as number) + 1;
    }
  }
  const numbers: number[] = [];
  for (let number = 0; number < limit; number++) {
    if (starts[number + 1] !== 0) numbers.push(number);
    starts[number + 1] = (starts[number + 1] as number) + (starts[number] as number);
  }
  const next = starts.slice();
  const total = starts[limit] as number;
  const holders = count > 0xffff ? new Uint32Array(total) : new Uint16Array(total);
  for (let at = 0; at < count; at++) {
    const list = listAt(at);
    for (let each = 0; each < list.length; each++) {
      const number = list[each] as number;
      const free = next[number] as number;
      holders[free] = at;
      next[number] = free + 1;
    }
  }
  return { numbers, of: (number) => holders.subarray(starts[number], starts[number + 1]) };
}

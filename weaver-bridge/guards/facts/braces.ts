/** Which braces of a text belong together; read once, however often it is asked. */

export interface Braces {
  /** The brace that is open in front of a place; -1 beside everything. */
  opening(before: number): number;
  /** Where what begins with the brace at that place ends; the text's end where nothing ends it. */
  closing(open: number): number;
}

export function createBraces(text: string): Braces {
  const places: number[] = [];
  /** By place: what is open behind it. */
  const around: number[] = [];
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const { index, 0: brace } of text.matchAll(/[{}]/g)) {
    if (brace === "{") open.push(index);
    else ends.set(open.pop() ?? -1, index);
    places.push(index);
    around.push(open.at(-1) ?? -1);
  }
  return {
    opening: (before) => around[countBelow(places, before) - 1] ?? -1,
    closing: (at) => ends.get(at) ?? text.length,
  };
}

/** Of numbers in order. */
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first index whose number is not below the wanted one; the length without. */
export function lowerBound(ascending: ArrayLike<number>, wanted: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Numbers by keys of 64 bits that are hashes already: the keys stand in one array that the parser reads as it is. */

/** Keys are not 0, numbers not below zero. */
export interface KeyTable {
  readonly size: number;
  set(key: bigint, number: number): void;
  get(key: bigint): number | undefined;
  delete(key: bigint): void;
  /** See `KnownText.functions`. Until the next change. */
  slots(): BigUint64Array;
}

const LEAST_SLOTS = 64;

export function createKeyTable(): KeyTable {
  let size = 0;
  let keys = new BigUint64Array(LEAST_SLOTS);
  let numbers = new Int32Array(LEAST_SLOTS);
  let mask = LEAST_SLOTS - 1;
  const homeOf = (key: bigint) => Number(key & 0xffff_ffffn) & mask;
  /** Where the key stands, or the free place where it would. */
  const placeOf = (key: bigint): number => {
    let at = homeOf(key);
    while (keys[at] !== 0n && keys[at] !== key) at = (at + 1) & mask;
    return at;
  };
  const put = (key: bigint, number: number) => {
    const at = placeOf(key);
    if (keys[at] === 0n) size++;
    keys[at] = key;
    numbers[at] = number;
  };
  const grow = () => {
    const [oldKeys, oldNumbers] = [keys, numbers];
    keys = new BigUint64Array(oldKeys.length * 2);
    numbers = new Int32Array(keys.length);
    mask = keys.length - 1;
    size = 0;
    oldKeys.forEach((key, at) => {
      if (key !== 0n) put(key, oldNumbers[at] as number);
    });
  };
  return {
    get size() {
      return size;
    },
    set(key, number) {
      if (size * 2 >= keys.length) grow();
      put(key, number);
    },
    get(key) {
      const at = placeOf(key);
      return keys[at] === 0n ? undefined : numbers[at];
    },
    delete(key) {
      let free = placeOf(key);
      if (keys[free] === 0n) return;
      size--;
      // What stands behind it only because its place was taken moves up.
      for (let at = (free + 1) & mask; keys[at] !== 0n; at = (at + 1) & mask) {
        const moved = keys[at] as bigint;
        const isBehind = ((at - homeOf(moved)) & mask) >= ((at - free) & mask);
        if (!isBehind) continue;
        keys[free] = moved;
        numbers[free] = numbers[at] as number;
        free = at;
      }
      keys[free] = 0n;
    },
    slots: () => keys,
  };
}

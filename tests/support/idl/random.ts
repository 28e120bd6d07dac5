/** Numbers that look random and come back with the same seed, so that a failure can be repeated. */

export interface Random {
  /** From 0 to `limit` - 1. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  /** True in about one of `times` calls. */
  once(times: number): boolean;
}

/** Mulberry32: 32 bits of state, good enough to vary test data. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number) => next() % limit;
  return {
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    once: (times) => below(times) === 0,
  };
}

/** Numbers that follow from a seed, so that each program can be made again. */
export interface Random {
  /** 0 up to, without, `count`. */
  below(count: number): number;
  chance(percent: number): boolean;
  pick<T>(all: readonly T[]): T;
}

export function createRandom(seed: number): Random {
  let state = (seed * 2654435761) >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
  for (let warm = 0; warm < 8; warm++) next();
  const below = (count: number) => next() % count;
  return {
    below,
    chance: (percent) => below(100) < percent,
    pick: (all) => all[below(all.length)] as (typeof all)[number],
  };
}

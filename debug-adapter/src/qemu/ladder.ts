/**
 * Which positions of a recorded run keep a checkpoint, so that no way back is a long run from power-on:
 *
 *     power-on   ┼────────┼────────┼────────┼────────┼──────┼·now      rungs, `spacing` instructions from one to the next
 *                                                           └ a near one is left where somebody went back to
 *
 * A long run gets no more rungs but wider ones. Positions count instructions since power-on. Knows no QEMU.
 */
export interface Ladder<Checkpoint> {
  /** The last checkpoint at or before this position. */
  before(position: number): { readonly position: number; readonly checkpoint: Checkpoint } | undefined;
  /** The next position after this one where a rung is missing. */
  nextRung(position: number): number;
  /** Keeps it; what is not kept, or no longer, is returned. */
  add(position: number, checkpoint: Checkpoint): Checkpoint[];
  /** Where somebody who goes to this position should leave a near checkpoint on the way; `undefined` when one is close. */
  nearTo(position: number): number | undefined;
}

/** Instructions; a replay of mini-unix runs them in about a fifth of a second. */
const SPACING = 2_000_000;
const MOST_RUNGS = 24;
/** How far before a place the near one is left: further than a step back over a line looks. */
const NEAR = 50_000;
const MOST_NEAR = 4;
/** A way of fewer instructions needs none. */
const SHORT = 500_000;

export function createLadder<Checkpoint>(): Ladder<Checkpoint> {
  let spacing = SPACING;
  const rungs = new Map<number, Checkpoint>();
  const near = new Map<number, Checkpoint>();
  const before = (position: number) => {
    let best: { readonly position: number; readonly checkpoint: Checkpoint } | undefined;
    for (const [at, checkpoint] of [...rungs, ...near])
      if (at <= position && at >= (best?.position ?? 0)) best = { position: at, checkpoint };
    return best;
  };
  /** Every second rung goes. */
  const widen = () => {
    spacing *= 2;
    const given = [...rungs].filter(([at]) => at % spacing !== 0);
    for (const [at] of given) rungs.delete(at);
    return given.map(([, checkpoint]) => checkpoint);
  };
  return {
    before,
    nextRung(position) {
      let next = (Math.floor(position / spacing) + 1) * spacing;
      while (rungs.has(next)) next += spacing;
      return next;
    },
    add(position, checkpoint) {
      if (position % spacing === 0) {
        if (rungs.has(position)) return [checkpoint];
        rungs.set(position, checkpoint);
        return rungs.size > MOST_RUNGS ? widen() : [];
      }
      near.set(position, checkpoint);
      const [oldest] = near;
      if (near.size <= MOST_NEAR || oldest === undefined) return [];
      near.delete(oldest[0]);
      return [oldest[1]];
    },
    nearTo(position) {
      const place = position - NEAR;
      return place - (before(position)?.position ?? 0) > SHORT ? place : undefined;
    },
  };
}

/**
 * Which positions of a recorded run keep a checkpoint, so that no way back is a long run from power-on:
 *
 *     power-on   ┼────────┼────────┼────────┼────────┼──────┼·now      rungs, `spacing` instructions from one to the next
 *                                                           └ a near one is left where somebody went back to
 *
 * A long run gets no more rungs but wider ones, and so does one whose states are large: a recording comes from anywhere, and
 * its machine may have filled gigabytes. Positions count instructions since power-on. Knows no QEMU.
 */
export interface Ladder<Checkpoint> {
  /** The last checkpoint at or before this position. */
  before(position: number): { readonly position: number; readonly checkpoint: Checkpoint } | undefined;
  /** The next position after this one where a rung is missing. */
  nextRung(position: number): number;
  /** Keeps it; what is not kept, or no longer, is returned. `bytes`: what it takes. */
  add(position: number, checkpoint: Checkpoint, bytes: number): Checkpoint[];
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
/** All of them together: as much as the parts of a recording may unpack to. */
const MOST_BYTES = 4 * 2 ** 30;

interface Kept<Checkpoint> {
  readonly checkpoint: Checkpoint;
  readonly bytes: number;
}

export function createLadder<Checkpoint>(): Ladder<Checkpoint> {
  let spacing = SPACING;
  const rungs = new Map<number, Kept<Checkpoint>>();
  const near = new Map<number, Kept<Checkpoint>>();
  const before = (position: number) => {
    let best: { readonly position: number; readonly checkpoint: Checkpoint } | undefined;
    for (const [at, { checkpoint }] of [...rungs, ...near])
      if (at <= position && at >= (best?.position ?? 0)) best = { position: at, checkpoint };
    return best;
  };
  const take = (from: Map<number, Kept<Checkpoint>>, positions: readonly number[]) =>
    positions.flatMap((at) => {
      const kept = from.get(at);
      from.delete(at);
      return kept === undefined ? [] : [kept.checkpoint];
    });
  /** Every second rung goes. */
  const widen = () => {
    spacing *= 2;
    return take(
      rungs,
      [...rungs.keys()].filter((at) => at % spacing !== 0),
    );
  };
  const takesTooMuch = () => {
    let sum = 0;
    for (const { bytes } of [...rungs.values(), ...near.values()]) sum += bytes;
    return sum > MOST_BYTES;
  };
  const makeRoom = () => {
    const given: Checkpoint[] = [];
    while (takesTooMuch())
      given.push(...(rungs.size > 0 ? widen() : take(near, [...near.keys()].slice(0, 1))));
    return given;
  };
  return {
    before,
    nextRung(position) {
      let next = (Math.floor(position / spacing) + 1) * spacing;
      while (rungs.has(next)) next += spacing;
      return next;
    },
    add(position, checkpoint, bytes) {
      const among = position % spacing === 0 ? rungs : near;
      if (among.has(position)) return [checkpoint];
      among.set(position, { checkpoint, bytes });
      const given = rungs.size > MOST_RUNGS ? widen() : [];
      if (near.size > MOST_NEAR) given.push(...take(near, [...near.keys()].slice(0, 1)));
      return [...given, ...makeRoom()];
    },
    nearTo(position) {
      const place = position - NEAR;
      return place - (before(position)?.position ?? 0) > SHORT ? place : undefined;
    },
  };
}

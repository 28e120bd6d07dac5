/**
 * While libclang reads one unit, the preprocessor of the next one is at work on the other processor; not while somebody types,
 * who needs that.
 */
import type { IndexedUnit } from "../protocol/index-protocol.js";
import { type StartedUnit, startUnit } from "./read-unit.js";

export interface LookAhead {
  /** The unit, started ahead or now. */
  take(unit: IndexedUnit): StartedUnit;
  /** This unit comes next. */
  start(unit: IndexedUnit | undefined): void;
  /** Somebody typed just now. */
  typed(): void;
  /** Files or commands changed. */
  drop(): void;
}

/** Without a letter for so long, nobody types. */
const PAUSE_MS = 3_000;

export function createLookAhead(): LookAhead {
  let ahead: StartedUnit | undefined;
  let typedAt = Number.NEGATIVE_INFINITY;
  const drop = () => {
    ahead?.controller.abort();
    ahead = undefined;
  };
  return {
    take(unit) {
      if (ahead?.unit !== unit) return startUnit(unit);
      const taken = ahead;
      ahead = undefined;
      return taken;
    },
    start(unit) {
      if (unit === undefined || ahead !== undefined || performance.now() - typedAt < PAUSE_MS) return;
      ahead = startUnit(unit);
    },
    typed() {
      typedAt = performance.now();
    },
    drop,
  };
}

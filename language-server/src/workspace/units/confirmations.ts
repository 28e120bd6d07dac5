/**
 * Units that are analysed to confirm what is shown of them already: at the start what an index kept, after an edit in the
 * body of advice the units that it is woven into. Nobody waits for them, so they don't count as work to be done, and an
 * edit or the user's stop ends them.
 */
import type { AnalysisQueue } from "./analysis-queue.js";

export interface Confirmations {
  /** Analyses these again, open ones first. */
  confirm(units: readonly string[]): void;
  /** True for a unit that waits or runs for no other reason. */
  has(unit: string): boolean;
  count(): number;
  /** The unit was analysed, or has to be for another reason. */
  done(unit: string): void;
  /** Ends those that `accept`. */
  stop(accept: (unit: string) => boolean): void;
}

export function createConfirmations(queue: () => AnalysisQueue): Confirmations {
  const waiting = new Set<string>();
  return {
    confirm(units) {
      for (const unit of units) {
        if (queue().isWaiting(unit)) continue;
        // What runs began before.
        if (!queue().isPending(unit)) waiting.add(unit);
        queue().invalidate(unit);
      }
    },
    has: (unit) => waiting.has(unit),
    count: () => waiting.size,
    done: (unit) => void waiting.delete(unit),
    stop(accept) {
      for (const unit of [...waiting].filter(accept)) {
        waiting.delete(unit);
        queue().remove(unit);
      }
    },
  };
}

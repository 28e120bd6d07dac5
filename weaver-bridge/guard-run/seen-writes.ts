/** What a run showed of each place that writes a term, and how often. */
import type { SeenAt } from "../guards/index.js";
import type { Line } from "./line-of-address.js";

export interface SeenWrites {
  /** `isOpen`: no guard had fired before it. */
  note(
    place: Pick<Line, "file" | "line"> & Partial<Line>,
    term: string,
    isOpen: boolean,
    times?: number,
  ): void;
  all(): SeenAt[];
}

/** In place of a file. */
export const UNSEEN = "by a device, or at another address of the same memory";

export function createSeenWrites(): SeenWrites {
  const found = new Map<string, SeenAt>();
  return {
    note: ({ file, line, inlinedAt = [] }, term, isOpen, times = 1) => {
      const key = JSON.stringify([term, file, line, inlinedAt]);
      const before = found.get(key) ?? { times: 0, unfired: 0 };
      const unfired = before.unfired + (isOpen ? times : 0);
      found.set(key, { file, line, inlinedAt, term, times: before.times + times, unfired });
    },
    all: () => [...found.values()],
  };
}

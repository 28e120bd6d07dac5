/** What the advice of each hook logged last: an entry says where it was logged, and a hook which code is its advice. */
import type { GuestRecord } from "../guest/index.js";
import type { CodeRange } from "./hooks/saved-addresses.js";
import type { Journal } from "./journal/journal.js";
import { type LogPiece, type LogPosition, readLog } from "./read-log.js";

export interface LastValues {
  /**
   * In the order of the journal's hooks, as are their hits. Advice that several hooks share tells the same for all of them
   * that were met. Rejects with GuestError.
   */
  of(journal: Journal, hits: readonly number[] | undefined): Promise<readonly (string | undefined)[]>;
}

/** Reads what came since it was asked before. */
export function lastValues(guest: GuestRecord): LastValues {
  let known = "";
  let since: LogPosition = [];
  let last: LastTexts = new Map();
  return {
    of: async (journal, hits) => {
      const woven = JSON.stringify([journal.rings, journal.generations.at(-1)?.key]);
      if (woven !== known) [known, since, last] = [woven, [], new Map()];
      const piece = await readLog(guest, journal, since);
      if (piece === undefined) return [];
      since = piece.next;
      noteLast(piece, journal, last);
      return journal.hooks.map(({ advice = [] }, index) => {
        if (hits?.[index] === 0) return undefined;
        const [texts] = advice.flatMap(({ start }) => last.get(start) ?? []);
        return texts && inOrder(texts);
      });
    },
  };
}

/** By where each piece of code begins, and by where in it a call goes on: what that logged last. */
type LastTexts = Map<number, ReadonlyMap<number, string>>;

function noteLast({ entries, sources }: LogPiece, { hooks }: Journal, last: LastTexts): void {
  if (entries.length === 0) return;
  const ranges = new Map<number, CodeRange>();
  for (const range of hooks.flatMap(({ advice = [] }) => advice)) ranges.set(range.start, range);
  const all = [...ranges.values()];
  // What logs all the time is looked for once, by what it said last.
  const latest = new Map(entries.map(({ text }, index) => [sources[index] ?? 0, text.trimEnd()]));
  for (const [from, text] of latest) {
    const range = all.find(({ start, end }) => start < from && from <= end);
    if (range !== undefined) last.set(range.start, new Map(last.get(range.start)).set(from, text));
  }
}

/** As they stand in the advice. */
function inOrder(texts: ReadonlyMap<number, string>): string {
  return [...texts]
    .sort(([left], [right]) => left - right)
    .map(([, text]) => text)
    .join(", ");
}

/** What advice stored with KLASY's `STORE_DATA`, one after the other, as records: each begins with the program counter. */
import { setTimeout as sleep } from "node:timers/promises";
import { runningGuest } from "@weft/weaver-bridge/guest";
import { type JournalHook, readJournal, readLog } from "../../../weaver-bridge/live-weave/index.js";
import type { LiveGuest } from "../../support/live-guest/live-guest.js";

export interface Stored {
  /** Function and line, as the hook is known. */
  readonly place: string;
  /** By the expressions that were stored. */
  readonly values: ReadonlyMap<string, number>;
}

const POLL = 20;

/** All that is stored from now on until `work` is done and some milliseconds more. `lost`: entries that came too fast. */
export async function storedDuring(
  guest: LiveGuest,
  work: () => Promise<unknown>,
): Promise<{ readonly stored: readonly Stored[]; readonly lost: number }> {
  const project = { root: guest.root };
  const [record, journal] = [runningGuest(project), readJournal(project)];
  if (record === undefined || journal === undefined) throw new Error("nothing is woven");
  let since = (await readLog(record, journal))?.next ?? [];
  const texts: string[] = [];
  let lost = 0;
  const read = async () => {
    const piece = await readLog(record, journal, since);
    if (piece === undefined) return;
    texts.push(...piece.entries.map(({ text }) => text));
    since = piece.next;
    lost += piece.lost;
  };
  let isDone = false;
  const worked = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await read();
    await sleep(POLL);
  }
  await worked;
  await sleep(5 * POLL);
  await read();
  return { stored: recordsOf(texts, journal.hooks), lost };
}

function recordsOf(texts: readonly string[], hooks: readonly JournalHook[]): Stored[] {
  const places = new Map(hooks.map(({ address, place }) => [address, place]));
  const records: { place: string; values: Map<string, number> }[] = [];
  for (const text of texts) {
    const [, name = "", value = ""] = /^(.*) (\d+)$/.exec(text) ?? [];
    if (name === "pc") records.push({ place: places.get(Number(value)) ?? "", values: new Map() });
    else records.at(-1)?.values.set(name, Number(value));
  }
  return records;
}

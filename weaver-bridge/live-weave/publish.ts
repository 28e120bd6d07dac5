/**
 * What is woven, how often it is met and what it logged last, for whoever shows it: `.weft/live/shown.json`, written by the guest's keeper
 * while something of it changes, gone when the guest is.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { GuestError, type GuestRecord, liveFolder, presentGuest } from "../guest/index.js";
import { type Project, writeAtomically } from "../kernel-build/index.js";
import { readJournal } from "./journal/journal.js";
import { lastValues } from "./last-values.js";
import { readHits } from "./read-hits.js";

const INTERVAL = 200;

/** Returns what ends it. A guest in which an agent serves is asked now and then whether it is still the same. */
export function publishLive(project: Pick<Project, "root">, record: GuestRecord): () => void {
  const file = join(liveFolder(project), "shown.json");
  const shownOf = shower(project, record);
  let last = "";
  let isOver = false;
  const publish = async () => {
    const hooks = await shownOf();
    const text = JSON.stringify({ version: 2, guest: record.id, hooks });
    if (isOver || text === last || (last === "" && hooks.length === 0)) return;
    last = text;
    try {
      writeAtomically(file, text);
    } catch {
      // A full disk must not end the guest; the next change tries again.
      last = "?";
    }
  };
  rmSync(file, { force: true });
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    void publish().finally(() => (isBusy = false));
  }, INTERVAL);
  timer.unref();
  return () => {
    isOver = true;
    clearInterval(timer);
    rmSync(file, { force: true });
  };
}

/** Of an agent, in milliseconds. */
const ASKED_AGAIN = 2000;

function shower(project: Pick<Project, "root">, record: GuestRecord): () => Promise<readonly object[]> {
  const values = lastValues(record);
  let guest: GuestRecord | undefined = record;
  let asked = Number.NEGATIVE_INFINITY;
  return async () => {
    const journal = readJournal(project);
    if (journal === undefined || journal.hooks.length === 0) return [];
    try {
      if (record.agent !== undefined && performance.now() - asked > ASKED_AGAIN) {
        guest = await presentGuest(record);
        asked = performance.now();
      }
      if (journal.guest !== guest?.id) return [];
      const hits = await readHits(guest, journal);
      const logged = await values.of(journal);
      return journal.hooks.map(({ effects, address }, index) => ({
        ...{ address, hits: hits?.[index], last: logged[index], effects },
      }));
    } catch (error) {
      if (!(error instanceof GuestError)) throw error;
      return [];
    }
  };
}

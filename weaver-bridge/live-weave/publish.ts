/**
 * What is woven, how often it is met and what it logged last, for whoever shows it: `.weft/live/shown.json`, written by the guest's keeper
 * while something of it changes, gone when the guest is.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type GuestRecord, liveFolder } from "../guest/index.js";
import { type Project, writeAtomically } from "../kernel-build/index.js";
import { readJournal } from "./journal/journal.js";
import { lastValues } from "./last-values.js";
import { readHits } from "./read-hits.js";

const INTERVAL = 200;

/** Returns what ends it. */
export function publishLive(project: Pick<Project, "root">, guest: GuestRecord): () => void {
  const file = join(liveFolder(project), "shown.json");
  const values = lastValues(guest);
  let last = "";
  const publish = () => {
    const journal = readJournal(project);
    const hooks = journal?.guest === guest.id ? journal.hooks : [];
    const hits = journal === undefined || hooks.length === 0 ? undefined : readHits(guest, journal);
    const logged = journal === undefined || hooks.length === 0 ? [] : values.of(journal);
    const shown = hooks.map(({ effects, address }, index) => ({
      ...{ address, hits: hits?.[index], last: logged[index], effects },
    }));
    const text = JSON.stringify({ version: 2, guest: guest.id, hooks: shown });
    if (text === last || (last === "" && hooks.length === 0)) return;
    last = text;
    try {
      writeAtomically(file, text);
    } catch {
      // A full disk must not end the guest; the next change tries again.
      last = "?";
    }
  };
  rmSync(file, { force: true });
  const timer = setInterval(publish, INTERVAL);
  timer.unref();
  return () => {
    clearInterval(timer);
    rmSync(file, { force: true });
  };
}

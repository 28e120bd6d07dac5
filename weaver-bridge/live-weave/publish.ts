/**
 * What is woven, how often it is met and what it logged last, for whoever shows it: `.weft/live/shown.json`, written by the guest's keeper
 * while something of it changes, gone when the guest is. The keeper also carries what others say to the guest, so it must
 * not be busy with this: the longer one round takes, the later comes the next.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type GuestRecord, liveFolder } from "../guest/index.js";
import { type Project, writeAtomically } from "../kernel-build/index.js";
import { type Journal, journalMark, readJournal } from "./journal/journal.js";
import { lastValues } from "./last-values.js";
import { readHits } from "./read-hits.js";

const INTERVAL = 200;
/** Of the keeper's time, at most. */
const SHARE = 0.1;
/** Milliseconds after which a weaving that changes the guest is taken for dead. */
const PATIENCE = 30_000;

/** Returns what ends it. */
export function publishLive(project: Pick<Project, "root">, guest: GuestRecord): () => void {
  const file = join(liveFolder(project), "shown.json");
  const show = shownText(project, guest);
  let timer: NodeJS.Timeout | undefined;
  const publish = () => {
    const started = performance.now();
    const text = show.next();
    try {
      if (text !== undefined) writeAtomically(file, text);
    } catch {
      // A full disk must not end the guest; the next round tries again.
      show.forget();
    }
    const took = performance.now() - started;
    timer = setTimeout(publish, Math.max(INTERVAL, took / SHARE)).unref();
  };
  rmSync(file, { force: true });
  timer = setTimeout(publish, INTERVAL).unref();
  return () => {
    clearTimeout(timer);
    rmSync(file, { force: true });
  };
}

interface Shown {
  /** Undefined where it would be what it was. */
  next(): string | undefined;
  forget(): void;
}

function shownText(project: Pick<Project, "root">, guest: GuestRecord): Shown {
  const values = lastValues(guest);
  let mark = "";
  let journal: Journal | undefined;
  let last = "";
  /** JSON of what does not change of each hook. */
  let fixed: readonly string[] = [];
  const look = () => {
    const now = journalMark(project);
    if (now === undefined || now.mark === mark) return;
    if (now.isChanging && Date.now() - now.at < PATIENCE) return;
    mark = now.mark;
    const read = readJournal(project);
    journal = read?.guest === guest.id ? read : undefined;
    fixed = journal?.hooks.map(({ effects }) => JSON.stringify(effects)) ?? [];
    if (last !== "") last = "?";
  };
  return {
    forget: () => {
      last = "?";
    },
    next: () => {
      look();
      const hooks = journal?.hooks ?? [];
      const isEmpty = journal === undefined || hooks.length === 0;
      const hits = isEmpty ? undefined : readHits(guest, journal as Journal);
      const logged = isEmpty ? [] : values.of(journal as Journal);
      const changing = JSON.stringify([hits, logged]);
      if (changing === last || (last === "" && hooks.length === 0)) return undefined;
      last = changing;
      const shown = hooks.map(({ address }, index) => {
        const own = JSON.stringify({ address, hits: hits?.[index], last: logged[index] });
        return `${own.slice(0, -1)},"effects":${fixed[index]}}`;
      });
      return `{"version":2,"guest":${JSON.stringify(guest.id)},"hooks":[${shown.join(",")}]}`;
    },
  };
}

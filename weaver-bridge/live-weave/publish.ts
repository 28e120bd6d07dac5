/**
 * What is woven, how often it is met and what it logged last, for whoever shows it: `.weft/live/shown.json`, written by the guest's keeper
 * while something of it changes, gone when the guest is. The keeper also carries what others say to the guest, so it must
 * not be busy with this: the longer one round takes, the later comes the next.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { GuestError, type GuestRecord, liveFolder, presentGuest } from "../guest/index.js";
import { type Project, writeAtomically } from "../kernel-build/index.js";
import { type Journal, type JournalHook, journalMark, readJournal } from "./journal/journal.js";
import { lastValues } from "./last-values.js";
import { presentInMemory } from "./modules/present-hooks.js";
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
  let isOver = false;
  /** Of the last round, which is told once; empty when there was none. */
  let failure = "";
  const publish = async () => {
    const started = performance.now();
    try {
      const text = await show.next();
      if (isOver) return;
      if (text !== undefined) writeAtomically(file, text);
      failure = "";
    } catch (error) {
      // A full disk or an agent that gives no answer must not end the guest; the next round tries again.
      show.forget();
      const { message } = error as Error;
      if (message !== failure) process.emitWarning(`what is woven into the guest is not shown: ${message}`);
      failure = message;
    }
    publishAfter(Math.max(INTERVAL, (performance.now() - started) / SHARE));
  };
  const publishAfter = (milliseconds: number) => {
    if (!isOver) timer = setTimeout(() => void publish(), milliseconds).unref();
  };
  rmSync(file, { force: true });
  publishAfter(INTERVAL);
  return () => {
    isOver = true;
    clearTimeout(timer);
    rmSync(file, { force: true });
  };
}

interface Shown {
  /** Undefined where it would be what it was. */
  next(): Promise<string | undefined>;
  forget(): void;
}

function shownText(project: Pick<Project, "root">, record: GuestRecord): Shown {
  const values = lastValues(record);
  const present = presence(record);
  let mark = "";
  let journal: Journal | undefined;
  let last = "";
  /** JSON of what does not change of each hook. */
  let fixed: ReadonlyMap<JournalHook, string> = new Map();
  let checked = Number.NEGATIVE_INFINITY;
  const look = () => {
    const now = journalMark(project);
    if ((now?.mark ?? "") === mark) return;
    if (now?.isChanging === true && Date.now() - now.at < PATIENCE) return;
    mark = now?.mark ?? "";
    journal = now && readJournal(project);
    fixed = new Map(journal?.hooks.map((hook) => [hook, JSON.stringify(hook.effects)]));
    if (last !== "") last = "?";
  };
  const read = async () => {
    if (journal === undefined || journal.hooks.length === 0) return NOTHING;
    try {
      const guest = await present();
      if (journal.guest !== guest.id) return NOTHING;
      if (performance.now() - checked > ASKED_AGAIN) {
        checked = performance.now();
        journal = (await presentInMemory(guest, journal)) ?? journal;
      }
      const hits = await readHits(guest, journal);
      return { hooks: journal.hooks, hits, logged: await values.of(journal, hits) };
    } catch (error) {
      if (!(error instanceof GuestError)) throw error;
      return NOTHING;
    }
  };
  return {
    forget: () => {
      last = "?";
    },
    next: async () => {
      look();
      const { hooks, hits, logged } = await read();
      const changing = JSON.stringify([hooks.length, hits, logged]);
      if (changing === last || (last === "" && hooks.length === 0)) return undefined;
      last = changing;
      const shown = hooks.map((hook, index) => {
        const own = JSON.stringify({ address: hook.address, hits: hits?.[index], last: logged[index] });
        return `${own.slice(0, -1)},"effects":${fixed.get(hook)}}`;
      });
      return `{"version":2,"guest":${JSON.stringify(record.id)},"hooks":[${shown.join(",")}]}`;
    },
  };
}

const NOTHING = { hooks: [], hits: undefined, logged: [] } as const;

/** Of an agent, and whether modules are still loaded; in milliseconds. */
const ASKED_AGAIN = 2000;

/** A guest in which an agent serves is asked now and then whether it is still the same. */
function presence(record: GuestRecord): () => Promise<GuestRecord> {
  let guest = record;
  let asked = Number.NEGATIVE_INFINITY;
  return async () => {
    if (record.agent === undefined || performance.now() - asked < ASKED_AGAIN) return guest;
    guest = await presentGuest(record);
    asked = performance.now();
    return guest;
  };
}

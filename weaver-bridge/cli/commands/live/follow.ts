/** `weft live log` and `weft live watch`: what comes out of the guest while it runs. */
import { setTimeout as sleep } from "node:timers/promises";
import { type JournalHook, readHits, readJournal, readLog } from "../../../live-weave/index.js";
import type { Problem } from "../../../model/index.js";
import { EXIT, report } from "../../output.js";
import { type LiveFlags, type LiveTarget, liveTarget } from "./live-target.js";

export interface LogFlags extends LiveFlags {
  readonly follow?: boolean;
}

const POLL = 100;

export async function log(flags: LogFlags): Promise<number> {
  const target = liveTarget(flags);
  if ("problems" in target) return fail(flags, target.problems);
  const journal = currentJournal(target);
  const first = journal && readLog(target.guest, journal, 0);
  if (first === undefined) return fail(flags, [noLog()]);
  if (flags.follow !== true) {
    report(flags, [], { entries: first.entries, lost: first.lost });
    if (flags.json !== true) printLog(first, flags);
    return EXIT.fine;
  }
  let since = 0;
  let ring = journal?.log;
  for (let now: LiveTarget | undefined = target; now !== undefined; now = again(flags)) {
    const known = currentJournal(now);
    if (known?.log !== ring) since = 0;
    ring = known?.log;
    const piece = known && readLog(now.guest, known, since);
    if (piece !== undefined) {
      printLog(piece, flags);
      since = piece.next;
    }
    await sleep(POLL);
  }
  process.stderr.write("weft live log: the guest has ended\n");
  return EXIT.fine;
}

function printLog({ entries, lost }: NonNullable<ReturnType<typeof readLog>>, flags: LogFlags): void {
  if (lost > 0)
    process.stderr.write(`weft live log: ${lost} entries were overwritten before they were read\n`);
  for (const entry of entries)
    process.stdout.write(
      `${flags.json === true ? JSON.stringify(entry) : `${entry.time} ${entry.text.trimEnd()}`}\n`,
    );
}

export interface WatchFlags extends LiveFlags {
  readonly interval?: number;
  readonly count?: number;
}

/** A table of hits per second, drawn over the last one on a terminal. */
export async function watch(flags: WatchFlags): Promise<number> {
  const interval = flags.interval ?? 1;
  if (!(interval > 0) || (flags.count !== undefined && !(flags.count > 0))) {
    process.stderr.write("weft live watch: --interval and --count take numbers above 0\n");
    return EXIT.usage;
  }
  const target = liveTarget(flags);
  if ("problems" in target) return fail(flags, target.problems);
  let before = new Map<string, number>();
  let last = Date.now();
  let left = flags.count ?? Number.POSITIVE_INFINITY;
  for (let now: LiveTarget | undefined = target; now !== undefined && left > 0; now = again(flags), left--) {
    const journal = currentJournal(now);
    const hits = journal && readHits(now.guest, journal);
    const seconds = (Date.now() - last) / 1000;
    last = Date.now();
    const rows = (journal?.hooks ?? []).map((hook, index) => {
      const count = hits?.[index] ?? 0;
      const key = `${hook.address} ${hook.hits}`;
      return { hook, key, hits: count, perSecond: Math.max(0, count - (before.get(key) ?? count)) / seconds };
    });
    before = new Map(rows.map(({ key, hits: count }) => [key, count]));
    draw(rows, flags);
    if (left > 1) await sleep(1000 * interval);
  }
  return EXIT.fine;
}

interface Row {
  readonly hook: JournalHook;
  readonly hits: number;
  readonly perSecond: number;
}

function draw(rows: readonly Row[], flags: WatchFlags): void {
  if (flags.json === true) {
    const hooks = rows.map(({ hook, hits, perSecond }) => ({
      address: hook.address,
      place: hook.place,
      hits,
      perSecond,
    }));
    process.stdout.write(`${JSON.stringify({ version: 1, hooks })}\n`);
    return;
  }
  const lines = [...rows]
    .sort((left, right) => right.perSecond - left.perSecond || right.hits - left.hits)
    .map(
      ({ hook, hits, perSecond }) =>
        `${perSecond.toFixed(1).padStart(12)}${String(hits).padStart(12)}  ${hook.place}`,
    );
  const clear = process.stdout.isTTY ? "\x1b[H\x1b[2J" : "";
  process.stdout.write(
    `${clear}${"per second".padStart(12)}${"hits".padStart(12)}  where\n${lines.join("\n")}\n`,
  );
}

function again(flags: LiveFlags): LiveTarget | undefined {
  const target = liveTarget(flags);
  return "problems" in target ? undefined : target;
}

function currentJournal({ project, guest }: LiveTarget) {
  const journal = readJournal(project);
  return journal?.guest === guest.id ? journal : undefined;
}

function noLog(): Problem {
  return {
    code: "live/no-log",
    severity: "error",
    message: "no advice that is woven logs anything",
    hint: 'Live advice logs with weft_log("… %d …", n), up to six words.',
  };
}

function fail(flags: LiveFlags, problems: readonly Problem[]): number {
  report(flags, problems);
  return EXIT.problems;
}

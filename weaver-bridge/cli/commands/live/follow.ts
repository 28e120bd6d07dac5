/** `weft live log` and `weft live watch`: what comes out of the guest while it runs. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  histogramOf,
  type JournalHook,
  type LogEntry,
  type LogPiece,
  type LogPosition,
  readHits,
  readJournal,
  readLog,
  spansBetween,
} from "../../../live-weave/index.js";
import { type LiveTarget, liveTarget, recordedTarget } from "../../../live-weave/live-target.js";
import type { Problem } from "../../../model/index.js";
import { EXIT, fail, report } from "../../output.js";
import { CSV_HEAD, entryCsv, histogramLines, spansCsv } from "./log-formats.js";
import type { LiveFlags } from "./with-guest.js";

export interface LogFlags extends LiveFlags {
  readonly follow?: boolean;
  readonly csv?: boolean;
  /** `FROM..TO`: texts of entries. */
  readonly between?: string;
  readonly seconds?: number;
}

const POLL = 100;

export async function log(flags: LogFlags): Promise<number> {
  const usage = usageError(flags);
  if (usage !== undefined) {
    process.stderr.write(`weft live log: ${usage}\n`);
    return EXIT.usage;
  }
  const target = await liveTarget(flags);
  if ("problems" in target) return fail(flags, target.problems);
  const journal = currentJournal(target);
  const first = journal && (await readLog(target.guest, journal));
  if (first === undefined) return fail(flags, [noLog()]);
  if (flags.between !== undefined) return printBetween(flags, target, flags.between);
  if (flags.csv === true) process.stdout.write(`${CSV_HEAD}\n`);
  if (flags.follow === true) {
    await followLog(flags, target, (piece) => printLog(piece, flags));
    process.stderr.write("weft live log: the guest has ended\n");
    return EXIT.fine;
  }
  report(flags, [], { entries: first.entries, lost: first.lost });
  if (flags.json !== true) printLog(first, flags);
  return EXIT.fine;
}

function usageError({ between, seconds, csv, json }: LogFlags): string | undefined {
  if (seconds !== undefined && !(seconds > 0)) return "--seconds takes a number above 0";
  if (between !== undefined && !/^.+\.\..+$/.test(between))
    return "--between takes two texts of entries, FROM..TO";
  return csv === true && json === true ? "--csv and --json are two formats; choose one" : undefined;
}

/** Until the guest ends, or for so many seconds. */
async function followLog(
  flags: LogFlags,
  target: LiveTarget,
  hear: (piece: LogPiece) => void,
): Promise<void> {
  const end = flags.seconds === undefined ? Number.POSITIVE_INFINITY : Date.now() + 1000 * flags.seconds;
  let since: LogPosition = [];
  let rings = currentJournal(target)?.rings?.start;
  for (let now: LiveTarget | undefined = target; now !== undefined; now = await again(flags)) {
    const known = currentJournal(now);
    if (known?.rings?.start !== rings) since = [];
    rings = known?.rings?.start;
    const piece = known && (await readLog(now.guest, known, since));
    if (piece !== undefined) {
      hear(piece);
      since = piece.next;
    }
    if (Date.now() >= end) return;
    await sleep(Math.min(POLL, end - Date.now()));
  }
}

/** Of what is in the log now, or what comes in so many seconds. */
async function printBetween(flags: LogFlags, target: LiveTarget, between: string): Promise<number> {
  const [first = "", second = ""] = between.split(/\.\.(.*)/s);
  const entries: LogEntry[] = [];
  let lost = 0;
  await followLog({ ...flags, seconds: flags.seconds ?? 0 }, target, (piece) => {
    entries.push(...piece.entries);
    lost += piece.lost;
  });
  const spans = spansBetween(entries, first, second);
  const histogram = histogramOf(spans);
  report(flags, [], { spans, histogram, lost });
  if (flags.json === true) return EXIT.fine;
  sayLost(lost);
  const lines = flags.csv === true ? spansCsv(spans) : histogramLines(histogram);
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
  if (spans.length === 0)
    process.stderr.write(`weft live log: no entry with "${first}" is followed by one with "${second}"\n`);
  return EXIT.fine;
}

function sayLost(lost: number): void {
  if (lost > 0)
    process.stderr.write(`weft live log: ${lost} entries were overwritten before they were read\n`);
}

function printLog({ entries, lost }: LogPiece, { json, csv }: LogFlags): void {
  sayLost(lost);
  const spelled = (entry: LogEntry) =>
    json === true
      ? JSON.stringify(entry)
      : csv === true
        ? entryCsv(entry)
        : `${entry.time} ${entry.text.trimEnd()}`;
  for (const entry of entries) process.stdout.write(`${spelled(entry)}\n`);
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
  const target = await liveTarget(flags);
  if ("problems" in target) return fail(flags, target.problems);
  let before = new Map<string, number>();
  let last = Date.now();
  let left = flags.count ?? Number.POSITIVE_INFINITY;
  for (
    let now: LiveTarget | undefined = target;
    now !== undefined && left > 0;
    now = await again(flags), left--
  ) {
    const journal = currentJournal(now);
    const hits = journal && (await readHits(now.guest, journal));
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

async function again(flags: LiveFlags): Promise<LiveTarget | undefined> {
  if ("problems" in recordedTarget(flags)) return undefined;
  const target = await liveTarget(flags);
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

/**
 * A recording of the sample kernel whose log was damaged and packed again, so that all that its header says is true: each is
 * asked for hits, and ends with an answer or with words. WEFT_MUTATIONS (1,000) and WEFT_FUZZ_SEED choose how many and which.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { generator } from "../../support/random-numbers.js";
import { repository } from "../support/kernel-units.js";
import { milliseconds, printTable } from "../support/table.js";

const weft = join(repository, "weaver-bridge/dist/weft.js");
/** What is longer than that hangs. */
const PATIENCE_MS = 60_000;
/** What is longer than that is told. */
const LONG_MS = 5_000;
const HEADER_BYTES = 12;
/** Of the system's account of processor time. */
const TICK_MS = 10;

interface Part {
  readonly name: string;
  readonly bytes: number;
}

export async function benchDamagedRecordings(): Promise<void> {
  const rounds = Number(process.env.WEFT_MUTATIONS ?? 1000);
  const random = generator(Number(process.env.WEFT_FUZZ_SEED ?? 1));
  const folder = mkdtempSync(join(tmpdir(), "weft-damaged-"));
  try {
    const recording = recorded(folder);
    const times: Awaited<ReturnType<typeof asked>>[] = [];
    for (let round = 0; round < rounds; round++) {
      const file = join(folder, "damaged.weftrun");
      writeFileSync(
        file,
        withLog(recording, (log) => damaged(log, random)),
      );
      times.push(await asked(file, folder));
    }
    const of = (outcome: Outcome) => times.filter((time) => time.outcome === outcome);
    const most = Math.max(...times.map(({ took }) => took));
    const work = Math.max(...times.map(({ work }) => work));
    const memory = Math.max(...times.map(({ memory }) => memory));
    const long = times.filter(({ took }) => took > LONG_MS).length;
    printTable(
      [
        ...["damaged logs", ...OUTCOMES, `over ${milliseconds(LONG_MS)}`, "longest"],
        ...["most processor time", "most memory of one process"],
      ],
      [
        [
          String(rounds),
          ...OUTCOMES.map((outcome) => String(of(outcome).length)),
          String(long),
          milliseconds(most),
          milliseconds(work),
          `${(memory / 1024).toFixed(0)} MB`,
        ],
      ],
    );
    if (of("hung").length + of("without words").length > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `refused`: with words. */
const OUTCOMES = ["answered", "refused", "without words", "hung"] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Its bytes; the kernel is built in that folder. */
function recorded(folder: string): Buffer {
  cpSync(join(repository, "sample-projects/mini-unix"), folder, {
    recursive: true,
    filter: (file) => !file.endsWith("/build"),
  });
  for (const words of [["build"], ["debug", "run.weftrun", "--record"]]) {
    const { status, stderr } = spawnSync(process.execPath, [weft, ...words], {
      cwd: folder,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`weft ${words.join(" ")}: ${stderr}`);
  }
  return readFileSync(join(folder, "run.weftrun"));
}

/** The same recording with another log. */
function withLog(recording: Buffer, change: (log: Buffer) => Buffer): Buffer {
  const end = recording.indexOf(10);
  const header = JSON.parse(recording.toString("utf8", 0, end)) as { parts: Part[] };
  const parts: Buffer[] = [];
  let at = end + 1;
  const about = header.parts.map((part) => {
    const packed = recording.subarray(at, at + part.bytes);
    at += part.bytes;
    if (part.name !== "log") {
      parts.push(packed);
      return part;
    }
    const log = change(gunzipSync(packed));
    const bytes = gzipSync(log);
    parts.push(bytes);
    const sha256 = createHash("sha256").update(log).digest("hex");
    return { ...part, bytes: bytes.length, size: log.length, sha256 };
  });
  return Buffer.concat([Buffer.from(`${JSON.stringify({ ...header, parts: about })}\n`), ...parts]);
}

/** One to three bytes changed, lost or added, behind what says the log's version. */
function damaged(log: Buffer, random: (below: number) => number): Buffer {
  let bytes = Buffer.from(log);
  for (let left = 1 + random(3); left > 0; left--) {
    const at = HEADER_BYTES + random(bytes.length - HEADER_BYTES);
    const how = random(4);
    if (how === 0) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
    else if (how === 1)
      bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from([random(256)]), bytes.subarray(at)]);
    else bytes[at] = random(256);
  }
  return bytes;
}

/** `work`: processor time of all its processes. Kilobytes of memory are those of the largest of them (Weft, GDB, QEMU). */
async function asked(file: string, folder: string) {
  const began = performance.now();
  const worked = workOfChildren();
  const words = [weft, "debug", file, "--hits", 'execution("% sys_write(...)")', "--most", "5"];
  const child = spawn(process.execPath, words, { cwd: folder, timeout: PATIENCE_MS });
  let said = "";
  let wrong = "";
  child.stdout.on("data", (piece: Buffer) => (said += piece));
  child.stderr.on("data", (piece: Buffer) => (wrong += piece));
  let memory = 0;
  const look = setInterval(() => (memory = Math.max(memory, mostMemory(child.pid ?? 0))), 100);
  const [status, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  clearInterval(look);
  const took = performance.now() - began;
  const outcome: Outcome =
    signal !== null ? "hung" : status === 0 ? "answered" : wrong.trim() ? "refused" : "without words";
  if (outcome !== "answered" && outcome !== "refused")
    console.log(`${outcome}: ${status} ${signal}\n${said}${wrong}`);
  return { outcome, took, memory, work: workOfChildren() - worked };
}

/** Milliseconds of processor time of what we started, and what that started, and that has ended. */
function workOfChildren(): number {
  const stat = readFileSync("/proc/self/stat", "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

/** What a process or one of those that it started had at most so far, in kilobytes; 0 when they are gone. */
function mostMemory(pid: number): number {
  const read = (file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, "latin1");
    } catch (error) {
      if (
        (error as NodeJS.ErrnoException).code === "ENOENT" ||
        (error as NodeJS.ErrnoException).code === "ESRCH"
      )
        return "";
      throw error;
    }
  };
  const own = Number(/VmHWM:\s*(\d+)/.exec(read("status"))?.[1] ?? 0);
  const children = read(`task/${pid}/children`).split(" ").filter(Boolean).map(Number);
  return Math.max(own, ...children.map(mostMemory));
}

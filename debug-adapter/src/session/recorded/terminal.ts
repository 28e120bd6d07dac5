/**
 * `weft debug`: a recording on the command line. GDB itself in the terminal, forward and backward, or the hits of a pointcut
 * over the whole run. Or a memory dump, which GDB looks at.
 */
import { rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { openRegular, programInPath, runProcess } from "@weft/weaver-bridge/kernel-build";
import { isRefusal } from "@weft/weaver-bridge/model";
import type { RecordedHits } from "../../protocol/index.js";
import {
  createLinklessFiles,
  DebugError,
  errors,
  killAllChildren,
  makeOwnFolder,
  openRecording,
  type Recording,
  type ReplayedMachine,
  startDump,
  startReplay,
} from "../../qemu/index.js";
import { createPointcutResolver } from "../breakpoints/resolve-pointcut.js";
import { OWN_HISTORY } from "../gdb/own-history.js";
import { askOrigin } from "../origin/ask-origin.js";
import { originAsText } from "../origin/origin-text.js";
import { requireInRun } from "../origin/require-in-run.js";
import { whereIsAt } from "../origin/where-is.js";
import { readProject, requireImage } from "../project/project.js";
import { askReason } from "../reason/ask-reason.js";
import { reasonAsText } from "../reason/reason-text.js";
import { requireScript, type ScriptSubject, startOfScript } from "../script/start-script.js";
import { partAsText, wherePart } from "./compare-runs.js";
import { hitsAsText, recordedHits } from "./recorded-hits.js";
import { waitingSources } from "./waiting-sources.js";

export interface TerminalOptions {
  readonly file: string;
  /** `EXPRESSION@POSITION`: where its value came from, in place of a session. */
  readonly why?: string;
  /** Position of an instruction: why it ran, in place of a session. */
  readonly whyRan?: number;
  /** A pointcut whose hits are listed in place of a session. */
  readonly hits?: string;
  readonly most?: number;
  readonly seconds?: number;
  /** Another recording: where its hits part from those of this one. */
  readonly compare?: string;
  readonly json?: boolean;
  /** A Python script that runs in place of a session: absolute. */
  readonly script?: string;
  /** What the script gets. */
  readonly words?: readonly string[];
  /** Folder of the project whose kernel a dump is of. */
  readonly project: string;
}

const CONNECT_DEADLINE = 30_000;
/** Longest time that an orderly end may take once we are told to end. */
const PATIENCE = 4_000;
/** A person ends the session. */
const NEVER = 2 ** 31 - 1;

/** GDB gives up on an answer after two seconds else, and takes it for that to its next question when it comes. */
/** Before any file is read: scripts that come with symbols, or lie in the folder, are not run. */
const AS_DATA = ["-iex", "set auto-load no"];

const COMMANDS = `set confirm off
set remotetimeout 60
set breakpoint pending on
set trust-readonly-sections on
set debuginfod enabled off
define weft-goto
  eval "monitor weft-aim %d", $arg0
  reverse-stepi
end
document weft-goto
weft-goto N: to just before the instruction N of the recorded run, before or ahead.
end
define weft-position
  monitor weft-position
end
document weft-position
How many instructions the recorded run has executed here.
end
`;

/** Returns the exit code. Says on standard error what is wrong. Nothing runs that the working directory has. */
export async function openInTerminal(options: TerminalOptions): Promise<number> {
  const ending = new AbortController();
  const end = () => {
    ending.abort();
    killAllChildren();
    setTimeout(() => process.exit(1), PATIENCE).unref();
  };
  process.once("SIGTERM", end).once("SIGHUP", end);
  const { hits, why, whyRan } = options;
  const isSession = hits === undefined && why === undefined && whyRan === undefined;
  if (isSession)
    process.on("SIGINT", () => {}); // Ctrl-C is GDB's: it pauses the run.
  else process.once("SIGINT", end);
  try {
    if (options.script !== undefined) await requireScript({ script: options.script });
    if (isSession && (await isElf(options.file))) return await openDump(options, ending.signal);
    if (whyRan !== undefined) return await tellReason(options, whyRan, ending.signal);
    if (options.why !== undefined) return await tellOrigin(options, options.why, ending.signal);
    if (options.compare !== undefined) return await compareRuns(options, options.compare, ending.signal);
    return await withMachine(options.file, ending.signal, async (opened) => {
      if (options.hits === undefined) return startGdb(opened, options, ending.signal);
      const found = await hitsIn(opened, options, ending.signal);
      if (options.json === true) printJson({ ...found, problems: [] });
      else process.stdout.write(hitsAsText(found, true));
      return found.hits.length > 0 ? 0 : 1;
    });
  } catch (error) {
    const code = error instanceof DebugError ? error.code : "failed";
    const { message } = error as Error;
    process.stderr.write(`weft debug: error[weft/debug/${code}]: ${message}\n`);
    const problem = { code: `debug/${code}`, severity: "error", message };
    if (options.json === true) printJson({ problems: [problem] });
    return 1;
  } finally {
    ending.abort();
  }
}

/** A recording whose machine stands at power-on. */
interface Opened {
  readonly machine: ReplayedMachine;
  readonly recording: Recording;
  readonly symbols: string;
  /** Its parts; a folder of its own. */
  readonly folder: string;
}

async function withMachine<T>(
  name: string,
  signal: AbortSignal,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const folder = await makeOwnFolder();
  let machine: ReplayedMachine | undefined;
  try {
    const { recording, parts } = await openRecording(resolve(name), folder);
    const log = parts.log as string;
    const { program, machine: words, instructions } = recording;
    machine = await startReplay(
      {
        program,
        arguments: words,
        directory: folder,
        deadline: CONNECT_DEADLINE,
        log,
        instructions,
        apart: true,
      },
      {
        onConsole: (text) => void process.stderr.write(text),
        onMessage: () => {},
        note: (text) => void process.stderr.write(`${text}\n`),
      },
      signal,
    );
    return await work({ machine, recording, symbols: parts.symbols as string, folder });
  } finally {
    await machine?.end();
    await rm(folder, { recursive: true, force: true });
  }
}

async function hitsIn(
  { machine, symbols }: Opened,
  { hits = "", most, seconds }: TerminalOptions,
  signal: AbortSignal,
): Promise<RecordedHits> {
  const resolved = await createPointcutResolver(signal)(hits, symbols);
  return recordedHits(machine.time, resolved, symbols, {
    ...(most === undefined ? {} : { most }),
    ...(seconds === undefined ? {} : { seconds }),
  });
}

/** An expression may have an `@` of its own (`*array@4`), which has no number alone behind it. */
async function tellOrigin(options: TerminalOptions, question: string, signal: AbortSignal): Promise<number> {
  const [, expression = question, at] = /^(.+)@(\d+)$/.exec(question) ?? [];
  const { most, seconds, json } = options;
  return withMachine(options.file, signal, async ({ machine: { time }, symbols }) => {
    const position = at === undefined ? endOf(time) : Number(at);
    requireInRun(time, position);
    const meant = await whereIsAt(time, symbols, expression, position);
    const origin = await askOrigin(time, symbols, { expression, position, ...meant, most, seconds });
    if (json === true) printJson({ origin, problems: [] });
    else process.stdout.write(originAsText(origin));
    return 0;
  });
}

async function tellReason(options: TerminalOptions, position: number, signal: AbortSignal): Promise<number> {
  const { most, seconds, json } = options;
  return withMachine(options.file, signal, async ({ machine: { time }, symbols }) => {
    const reason = await askReason(time, symbols, { position, most, seconds });
    if (json === true) printJson({ reason, problems: [] });
    else process.stdout.write(reasonAsText(reason));
    return 0;
  });
}

function endOf({ instructions }: ReplayedMachine["time"]): number {
  if (instructions === undefined)
    throw new Error("How long the recording is is not known: say at which instruction, EXPRESSION@N.");
  return instructions - 1;
}

async function compareRuns(options: TerminalOptions, other: string, signal: AbortSignal): Promise<number> {
  const all: RecordedHits[] = [];
  for (const file of [options.file, other])
    all.push(await withMachine(file, signal, (opened) => hitsIn(opened, options, signal)));
  const [first, second] = all as [RecordedHits, RecordedHits];
  const part = wherePart(first, second);
  const hits = Math.min(first.hits.length, second.hits.length);
  if (options.json === true)
    printJson({ compared: hits, ...(part === undefined ? {} : { part }), problems: [] });
  else process.stdout.write(partAsText(part, hits));
  return part === undefined ? 0 : 1;
}

async function startGdb(
  { machine, recording: { date, instructions }, symbols, folder }: Opened,
  options: TerminalOptions,
  signal: AbortSignal,
): Promise<number> {
  const gdb = requireGdb();
  const commands = join(folder, "commands.gdb");
  if (options.script !== undefined) {
    await writeFile(commands, COMMANDS);
    const subject = { of: "recording", stub: machine.stub } as const;
    return runScript(
      [gdb, ...(await asData(gdb, symbols, signal)), "-x", commands],
      symbols,
      options,
      subject,
      signal,
    );
  }
  await writeFile(commands, `${COMMANDS}target remote ${machine.stub}\n`);
  process.stderr.write(
    `Recorded ${date}: ${instructions ?? "an unknown number of"} instructions; it stands at power-on.\n` +
      "Forward: break, continue, step. Backward: reverse-continue, reverse-stepi. To an instruction: weft-goto N, where am I: weft-position.\n",
  );
  return runGdb([gdb, ...(await asData(gdb, symbols, signal)), "-q", "-x", commands, symbols], signal);
}

/** In GDB, `gdb` being the words that start it, in place of a session. */
async function runScript(
  gdb: readonly string[],
  symbols: string,
  { script = "", words = [], file, project }: TerminalOptions,
  subject: Pick<ScriptSubject, "of" | "stub">,
  signal: AbortSignal,
): Promise<number> {
  const start = startOfScript({ script, words }, { ...subject, file: resolve(file), project });
  return runGdb([...gdb, "-q", ...start.words, symbols], signal, start.environment);
}

async function runGdb(
  words: readonly string[],
  signal: AbortSignal,
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  const run = await runProcess(words, {
    directory: process.cwd(),
    environment: { ...process.env, ...OWN_HISTORY, ...environment },
    streams: "inherit",
    deadline: NEVER,
    signal,
  });
  return run.code ?? 1;
}

/** Words for GDB, so that symbols are data: no script, and no source that keeps it waiting. */
async function asData(gdb: string, symbols: string, signal: AbortSignal): Promise<string[]> {
  const words = [gdb, ...AS_DATA, symbols];
  const waiting = await waitingSources({ words, directory: process.cwd(), signal });
  if (waiting === undefined) return [...AS_DATA];
  process.stderr.write(`${waiting}\n`);
  return [...AS_DATA, "-iex", "set source open off"];
}

async function isElf(name: string): Promise<boolean> {
  const file = await openRegular(resolve(name)).catch((error: unknown) => {
    if (isRefusal(error)) return undefined; // Whoever opens it then says why.
    throw error;
  });
  if (file === undefined) return false;
  const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0).finally(() => file.close());
  return /^(?:\x7fELF|KDUMP|DISKDUMP)/.test(buffer.toString("latin1"));
}

async function openDump(options: TerminalOptions, signal: AbortSignal): Promise<number> {
  const { file, project: folder } = options;
  const gdb = requireGdb();
  const project = readProject(resolve(folder));
  await requireImage(project);
  const machine = await startDump(resolve(file), (text) => void process.stderr.write(`${text}\n`));
  const files = createLinklessFiles((sentence) => process.stderr.write(`${sentence}\n`));
  try {
    const symbols = await files.of(project.symbols);
    process.stderr.write(`A memory dump, with the symbols of ${project.symbols}. Nothing runs in it.\n`);
    const words = await asData(gdb, symbols, signal);
    if (options.script !== undefined) {
      const settings = DUMP_COMMANDS.flatMap((command) => ["-ex", command]);
      return await runScript(
        [gdb, ...words, ...settings],
        symbols,
        options,
        { of: "dump", stub: machine.stub },
        signal,
      );
    }
    const commands = [...DUMP_COMMANDS, `target remote ${machine.stub}`].flatMap((command) => [
      "-ex",
      command,
    ]);
    return await runGdb([gdb, ...words, "-q", ...commands, symbols], signal);
  } finally {
    await files.end();
    await machine.end();
  }
}

/** What is shown is the dump's, also where the file has it. */
const DUMP_COMMANDS = ["set confirm off", "set debuginfod enabled off", "set trust-readonly-sections off"];

function requireGdb(): string {
  const gdb = programInPath("gdb");
  if (gdb === undefined) throw errors.missingTool("gdb", "gdb");
  return gdb;
}

function printJson(value: object): void {
  process.stdout.write(`${JSON.stringify({ version: 1, ...value }, undefined, 2)}\n`);
}

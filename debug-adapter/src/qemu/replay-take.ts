/** One run of a recording: a QEMU that can only go forward, to an instruction or to a breakpoint. Always stopped between two questions. */
import { realpathSync, rmSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { noneIfRefused } from "@weft/weaver-bridge/model";
import { type Checkpoint, loadCheckpoint, saveCheckpoint } from "./checkpoint.js";
import { type Child, describeExit, endChild } from "./child-process.js";
import { DebugError } from "./debug-error.js";
import { LOG_BEGINS, LOG_ENDS } from "./executed.js";
import { awaitSockets, INSTRUCTION_CLOCK, startQemu } from "./machine.js";
import { makeOwnFolder } from "./own-folder.js";
import type { QmpClient } from "./qmp-client.js";
import { whileItIsShort } from "./short-log.js";
import { whileItRuns } from "./stalled-run.js";
import { linkStub, type StubLink } from "./stub-link.js";

export interface ReplaySettings {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly directory: string;
  readonly deadline: number;
  /** A terminal's Ctrl-C is not for it. */
  readonly apart?: boolean | undefined;
  /** QEMU's log of the run. */
  readonly log: string;
}

export interface ReplayTake {
  readonly stub: StubLink;
  readonly processId: number;
  /** Instructions since power-on. */
  position(): Promise<number>;
  /** Runs on; whichever comes first stops it: a breakpoint, or this many instructions since power-on. */
  runTo(position: number): Promise<string>;
  /** One instruction; the report of the stop. */
  step(packet?: string): Promise<string>;
  /** Runs on to this instruction, no breakpoint being set; QEMU's log of what it executes. */
  executeTo(position: number): Promise<string>;
  /** The kernel has switched the machine off: it stands where it did, and can't go on. */
  isOff(): boolean;
  /** Writes or reads of memory stop it. */
  isWatching(): boolean;
  /** What QEMU's monitor answers. */
  monitor(command: string): Promise<string>;
  /** Keeps the machine's state as it stands; see {@link saveCheckpoint}. */
  save(path: string): Promise<Checkpoint>;
  /** Puts a state into a machine that has not run yet. */
  load(checkpoint: Checkpoint): Promise<void>;
  /** Resolves when QEMU has ended. */
  readonly ended: Promise<string>;
  end(): Promise<void>;
}

/** Nobody ended it, and its last instruction was not reached. */
function brokeOff(reason: string): DebugError {
  return new DebugError(
    "bad-recording",
    `The recorded run broke off (${reason}): where nobody ended QEMU, its log is damaged, or another QEMU made it. Record the run again.`,
  );
}

/** The report of a machine that was switched off. */
const OFF = "T03";

/** A packet that sets a watchpoint, or takes it away. */
const WATCHPOINT = /^[Zz][234],/;

/** A step of QEMU may do nothing. */
const MOST_REPEATS = 20;

/** `onConsole` gets all bytes from power-on. */
export async function startTake(
  settings: ReplaySettings,
  onConsole: (bytes: Buffer) => void,
  signal: AbortSignal,
): Promise<ReplayTake> {
  const folder = await makeOwnFolder();
  const [stubPath, control] = [join(folder, "stub"), join(folder, "qmp")];
  let child: Child | undefined;
  let messages = "";
  try {
    const log = settings.log.replaceAll(",", ",,");
    const clock = `${INSTRUCTION_CLOCK},rr=replay,rrfile=${log}`;
    // Where the kernel switched the machine off, QEMU 10 would end.
    const replay = ["-net", "none", "-icount", clock, "-action", "shutdown=pause"];
    child = await startQemu(
      { ...settings, arguments: [...settings.arguments, ...replay], paused: true },
      { stub: stubPath, control },
    );
    child.process.stdout?.on("data", onConsole);
    child.process.stderr?.on("data", (text: Buffer) => {
      messages = (messages + text.toString()).slice(-1000);
    });
    const qmp = await awaitSockets(
      child,
      [stubPath, control],
      settings.deadline,
      () => messages.trim(),
      signal,
    );
    const stub = await linkStub(stubPath);
    const file = realpathSync(settings.log);
    return takeOf({ child, qmp, link: stub, folder, log: file, messages: () => messages.trim() });
  } catch (error) {
    if (child !== undefined) await endChild(child);
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

interface StartedTake {
  readonly child: Child;
  readonly qmp: QmpClient;
  readonly link: StubLink;
  /** Its own folder. */
  readonly folder: string;
  /** Of the run; the file itself, by no link. */
  readonly log: string;
  /** What QEMU said on its standard error. */
  readonly messages: () => string;
}

function takeOf({ child, qmp, link, folder, log, messages }: StartedTake): ReplayTake {
  const replayed = async () => (await qmp.ask<{ icount: number }>("query-replay")).icount;
  const run = {
    processId: child.process.pid as number,
    log,
    position: replayed,
    kill: (why: DebugError) => {
      stopped ??= why;
      child.process.kill("SIGKILL");
    },
  };
  let gone: string | undefined;
  let stopped: DebugError | undefined;
  let isOff = false;
  const watched = new Set<string>();
  const ask = async (content: string) => {
    if (WATCHPOINT.test(content)) watched[content.startsWith("Z") ? "add" : "delete"](content.slice(1));
    const answer = await whileItRuns(link.ask(content), run).catch(async (error: Error) => {
      // Its socket is closed a moment before it is gone.
      if (!(error instanceof DebugError)) await Promise.race([child.exited, setTimeout(1000)]);
      if (error instanceof DebugError) throw error;
      throw stopped ?? (gone === undefined ? error : brokeOff(gone));
    });
    isOff ||= answer.startsWith(OFF);
    return answer;
  };
  const stub: StubLink = { ...link, ask };
  const ended = child.exited.then((exit) => {
    gone = stopped?.message ?? (messages() || describeExit(exit));
    stub.close();
    rmSync(folder, { recursive: true, force: true });
    return gone;
  });
  // Known until it moves: a walk over many instructions asks for it again and again.
  let known: number | undefined;
  const position = async () => (known ??= await whileItRuns(replayed(), run));
  const runTo = async (position: number) => {
    await whileItRuns(qmp.ask("replay-break", { icount: position }), run);
    known = undefined;
    return stub.ask("vCont;c").finally(() => (known = undefined));
  };
  const monitor = (command: string) => qmp.ask<string>("human-monitor-command", { "command-line": command });
  return {
    stub,
    processId: child.process.pid as number,
    position,
    runTo,
    executeTo: async (position) => {
      const file = join(folder, "executed");
      for (const command of LOG_BEGINS(file)) await monitor(command);
      await whileItIsShort(runTo(position), file, run.kill);
      for (const command of LOG_ENDS) await monitor(command);
      const log = (await readFile(file, "latin1").catch(noneIfRefused)) ?? "";
      await rm(file, { force: true });
      return log;
    },
    step: async (packet = "vCont;s:p1.1") => {
      const start = await position();
      for (let repeats = 0; ; repeats++) {
        const report = await stub.ask(packet);
        known = undefined;
        if (isOff || repeats === MOST_REPEATS || (await position()) !== start) return report;
      }
    },
    isOff: () => isOff,
    isWatching: () => watched.size > 0,
    monitor,
    save: (path) => saveCheckpoint(qmp, path),
    load: async (checkpoint) => {
      await loadCheckpoint(qmp, checkpoint);
      known = undefined;
    },
    ended,
    end: async () => {
      // It holds nothing that must be saved.
      child.process.kill("SIGKILL");
      await ended;
    },
  };
}

/**
 * `weft debug`: a recording or a memory dump in this terminal, opened or made. The debug adapter opens it; it is GDB's and
 * QEMU's owner.
 */

import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { GuestError, runningGuest, stopGuest, stubOf } from "../../guest/index.js";
import { EXIT } from "../output.js";
import { startServer } from "./servers.js";

export interface DebugFlags {
  readonly file: string;
  readonly hits?: string;
  /** `EXPRESSION@POSITION`. */
  readonly why?: string;
  /** Position of an instruction. */
  readonly whyRan?: number;
  readonly most?: number;
  /** 0: as long as it takes. */
  readonly seconds?: number;
  /** Another recording. */
  readonly compare?: string;
  /** The file is written: a run of the project in this folder; `true` is the one that the current folder is in. */
  readonly record?: string | true;
  /** The file is written: the memory of the guest that runs, likewise. */
  readonly dump?: string | true;
  /** Folder of the project whose kernel a dump is of; the current one by default. */
  readonly project?: string;
  readonly json?: boolean;
  /** A Python script. */
  readonly script?: string;
  /** What the script gets. */
  readonly words?: readonly string[];
}

function misuseOf(flags: DebugFlags): string | undefined {
  const { hits, why, whyRan, most, seconds, compare, record, dump, json, script } = flags;
  if ([record, dump, hits, why, whyRan, script].filter((flag) => flag !== undefined).length > 1)
    return "--record and --dump write the file, --hits, --why, --why-ran and --script read it: say one of them";
  const ofQuestions = [most, seconds].some((flag) => flag !== undefined) || json === true;
  if (!isQuestion(flags) && ofQuestions)
    return "--json, --most and --seconds are about an answer: say to what, with --hits POINTCUT, --why EXPRESSION@N or --why-ran N";
  if (!isPosition(whyRan))
    return "--why-ran takes the number of an executed instruction, as --hits and weft-position tell it";
  if (hits === undefined && compare !== undefined)
    return "--compare is about hits: say of what, with --hits POINTCUT";
  if (most !== undefined && !(Number.isInteger(most) && most > 0)) return "--most takes a number of hits";
  if (seconds !== undefined && !(seconds >= 0 && seconds <= 86_400))
    return "--seconds takes a number of seconds; 0 is no limit";
  return misuseOfScript(flags);
}

function misuseOfScript({ script, words = [] }: DebugFlags): string | undefined {
  if (script !== undefined || words.length === 0) return undefined;
  return `${words.join(" ")}: words behind the file are for a script, say which with --script SCRIPT`;
}

const isPosition = (at: number | undefined) => at === undefined || (Number.isSafeInteger(at) && at >= 0);

const isQuestion = ({ hits, why, whyRan }: DebugFlags) =>
  hits !== undefined || why !== undefined || whyRan !== undefined;

export async function debug(flags: DebugFlags): Promise<number> {
  const { file, record, dump, project = process.cwd(), script, words, ...question } = flags;
  const misuse = misuseOf(flags);
  if (misuse !== undefined) {
    process.stderr.write(`weft debug: ${misuse}\n`);
    return EXIT.usage;
  }
  if (record !== undefined) {
    const folder = record === true ? project : record;
    return startServer("dap", ["record", JSON.stringify({ file, project: folder })]);
  }
  if (dump !== undefined) return dumpGuest(resolve(file), resolve(dump === true ? project : dump));
  const order = script === undefined ? {} : { script: resolve(script), words };
  const session = startServer("dap", ["open", JSON.stringify({ file, project, ...question, ...order })]);
  // Ctrl-C is GDB's then: it pauses the run. The session has started and listens already, in place of which this is put.
  if (!isQuestion(flags)) process.removeAllListeners("SIGINT").on("SIGINT", () => {});
  return session;
}

/** Milliseconds between two looks at how far QEMU is. */
const LOOK = 50;
const LONGEST = 10 * 60_000;

/** The guest stands while it is written; the file is there as a whole, or not at all. */
async function dumpGuest(file: string, root: string): Promise<number> {
  const temporary = `${file}.${process.pid}`;
  try {
    const guest = runningGuest({ root });
    if (guest === undefined)
      throw new GuestError(
        "guest/unreachable",
        `no guest of ${root} runs`,
        "Start one with weft run --live, or debug it in the IDE.",
      );
    const stopped = await stopGuest(stubOf(guest));
    try {
      const refused = await stopped.monitor(`dump-guest-memory -d "${temporary}"`);
      if (refused.trim() !== "") throw new Error(refused.trim());
      const end = Date.now() + LONGEST;
      for (let status = ""; !status.includes("completed"); status = await stopped.monitor("info dump")) {
        if (/failed/.test(status)) throw new Error(status.trim());
        if (Date.now() > end) throw new Error("QEMU was not done within ten minutes");
        await sleep(LOOK);
      }
    } finally {
      await stopped.leave();
    }
    await rename(temporary, file);
    process.stderr.write(`The memory of the guest is in ${file}: weft debug ${file} opens it.\n`);
    return EXIT.fine;
  } catch (error) {
    const { message } = error as Error;
    const hint = error instanceof GuestError ? ` ${error.hint}` : "";
    process.stderr.write(`weft debug: error[weft/debug/no-dump]: ${message}.${hint}\n`);
    return EXIT.problems;
  } finally {
    await rm(temporary, { force: true });
  }
}

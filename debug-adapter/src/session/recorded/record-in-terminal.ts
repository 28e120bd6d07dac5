/** `weft debug FILE --record`: boots a project's kernel in this terminal and writes what happens into a recording. */
import { resolve } from "node:path";
import { watchSerial } from "@weft/weaver-bridge/kernel-build";
import { DebugError, killAllChildren, type Machine, startMachine } from "../../qemu/index.js";
import { readProject, requireImage } from "../project/project.js";
import { createRecorder, type Recorder } from "./recorder.js";

export interface RecordOptions {
  readonly file: string;
  /** The project's folder. */
  readonly project: string;
}

const CONNECT_DEADLINE = 30_000;
/** Milliseconds after the line that decides, for what the kernel has to add. */
const LAST_WORDS = 1000;

/**
 * Returns the exit code. The run ends with the kernel's power, with a line that weft.json calls success or failure, or with
 * Ctrl-C; what ran until then is recorded.
 */
export async function recordInTerminal({ file, project: folder }: RecordOptions): Promise<number> {
  const starting = new AbortController();
  let machine: Machine | undefined;
  let recorder: Recorder | undefined;
  const end = () => (machine === undefined ? starting.abort() : void machine.end());
  process.once("SIGINT", end).once("SIGTERM", end);
  try {
    const project = readProject(resolve(folder));
    await requireImage(project);
    recorder = await createRecorder(project, project.machine, resolve(file));
    const settings = { program: project.program, ...recorder, deadline: CONNECT_DEADLINE, paused: false };
    const serial = watchSerial(project.recipe, () => void setTimeout(end, LAST_WORDS).unref());
    const events = {
      onConsole: (text: string) => {
        process.stdout.write(text);
        serial.add(Buffer.from(text), "out");
      },
      onMessage: (text: string) => void process.stderr.write(text),
      note: (text: string) => void process.stderr.write(`${text}\n`),
    };
    machine = await startMachine({ ...settings, record: recorder.log }, events, starting.signal);
    await machine.ended;
    const { instructions } = await recorder.save();
    process.stderr.write(`Recorded ${instructions ?? "the run"} instructions into ${file}.\n`);
    return 0;
  } catch (error) {
    const code = error instanceof DebugError ? error.code : "failed";
    process.stderr.write(`weft debug: error[weft/debug/${code}]: ${(error as Error).message}\n`);
    return 1;
  } finally {
    await machine?.end();
    await recorder?.discard();
    killAllChildren();
  }
}

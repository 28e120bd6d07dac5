/** `weft debug`: a recording in this terminal, opened or made. The debug adapter opens it; it is GDB's and QEMU's owner. */
import { EXIT } from "../output.js";
import { startServer } from "./servers.js";

export interface DebugFlags {
  readonly file: string;
  readonly hits?: string;
  readonly most?: number;
  /** Another recording. */
  readonly compare?: string;
  /** The file is written: a run of the project in this folder; `true` is the one that the current folder is in. */
  readonly record?: string | true;
  readonly json?: boolean;
}

export async function debug(flags: DebugFlags): Promise<number> {
  const { file, hits, most, compare, record, json } = flags;
  if (record !== undefined && hits !== undefined) {
    process.stderr.write("weft debug: --record writes a recording, --hits reads one: say one of them\n");
    return EXIT.usage;
  }
  if (hits === undefined && (json === true || most !== undefined || compare !== undefined)) {
    process.stderr.write(
      "weft debug: --json, --most and --compare are about hits: say of what, with --hits POINTCUT\n",
    );
    return EXIT.usage;
  }
  if (most !== undefined && !(Number.isInteger(most) && most > 0)) {
    process.stderr.write("weft debug: --most takes a number of hits\n");
    return EXIT.usage;
  }
  if (record !== undefined) {
    const project = record === true ? process.cwd() : record;
    return startServer("dap", ["record", JSON.stringify({ file, project })]);
  }
  const session = startServer("dap", ["open", JSON.stringify({ file, hits, most, compare, json })]);
  // Ctrl-C is GDB's then: it pauses the run. The session has started and listens already, in place of which this is put.
  if (hits === undefined) process.removeAllListeners("SIGINT").on("SIGINT", () => {});
  return session;
}

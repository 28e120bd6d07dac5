/** The debug adapter: the Debug Adapter Protocol on standard input and output; or, as `open OPTIONS` and `record OPTIONS`, a recording in a terminal. */
import { Writable } from "node:stream";
import { keepTerminalsPlain, lookInSystemAlone } from "@weft/weaver-bridge/kernel-build";
import { publishLive } from "@weft/weaver-bridge/live-weave/publish";
import { killAllChildren } from "./qemu/index.js";
import {
  openInTerminal,
  type RecordOptions,
  recordInTerminal,
  type TerminalOptions,
  WeftDebugSession,
} from "./session/index.js";

/** Longest time that an orderly end may take, in milliseconds. */
const PATIENCE = 4000;

const [mode, options = "{}"] = process.argv.slice(2);
// GDB, QEMU and binutils read what may be somebody else's: none of them comes from where the session happens to start.
lookInSystemAlone();
// Consoles of recorded guests, and names in recordings and dumps, are others' texts.
if (mode !== undefined) keepTerminalsPlain();
if (mode === "open") process.exitCode = await openInTerminal(JSON.parse(options) as TerminalOptions);
else if (mode === "record") process.exitCode = await recordInTerminal(JSON.parse(options) as RecordOptions);
else serve();

function serve(): void {
  const session = new WeftDebugSession(publishLive);
  session.setRunAsServer(false);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.once(signal, () => {
      const leave = () => {
        killAllChildren();
        process.exit(0);
      };
      setTimeout(leave, PATIENCE);
      void session.endAll().finally(leave);
    });
  }
  // Nobody waits for these; whoever asked something was answered, or runs into a deadline that says what is missing.
  process.on("unhandledRejection", (error) => session.report("unforeseen", error));
  process.on("uncaughtException", (error) => session.report("unforeseen", error));
  session.removeAllListeners("error");
  session.on("error", ({ body = "" }: { body?: string }) => {
    session.report("the client's line", body);
    if (!body.startsWith("Error handling data")) session.shutdown(); // Else one message can't be read, and the next may.
  });
  session.start(
    process.stdin,
    whileHeard(process.stdout, () => session.shutdown()),
  );
}

/**
 * The client's end of the line. Once nobody is there, what is written is dropped: the debug adapter library reports an
 * error of its output by writing to it, again and again.
 */
function whileHeard(client: Writable, onGone: () => void): Writable {
  let isGone = false;
  client.on("error", () => {
    if (!isGone) onGone();
    isGone = true;
  });
  return new Writable({
    write: (chunk, encoding, done) => {
      if (isGone) done();
      else client.write(chunk, encoding, () => done());
    },
  });
}

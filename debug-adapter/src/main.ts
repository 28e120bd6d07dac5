/** The debug adapter: the Debug Adapter Protocol on standard input and output; or, as `open OPTIONS`, a recording in a terminal. */
import { killAllChildren } from "./qemu/index.js";
import { openInTerminal, type TerminalOptions, WeftDebugSession } from "./session/index.js";

/** Longest time that an orderly end may take, in milliseconds. */
const PATIENCE = 4000;

const [mode, options = "{}"] = process.argv.slice(2);
if (mode === "open") process.exitCode = await openInTerminal(JSON.parse(options) as TerminalOptions);
else serve();

function serve(): void {
  const session = new WeftDebugSession();
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
  process.stdout.on("error", () => session.shutdown()); // The client is gone.
  session.start(process.stdin, process.stdout);
}

/** The debug adapter: the Debug Adapter Protocol on standard input and output. */
import { killAllChildren } from "./qemu/index.js";
import { WeftDebugSession } from "./session/index.js";

const session = new WeftDebugSession();
session.setRunAsServer(false);

/** Longest time that an orderly end may take, in milliseconds. */
const PATIENCE = 4000;

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

/**
 * `npm start [-- DIR] [options]`: set-up, then the IDE. Ends with one line that holds the URL with its token.
 * Without DIR it opens the sample projects.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { root, setUp } from "./setup.mjs";

const given = process.argv.slice(2);
const asksForHelp = given.some((arg) => arg === "--help" || arg === "-h");
try {
  // Help needs nothing that set-up brings.
  if (!asksForHelp) await setUp();
} catch (error) {
  console.error(`weft: ${error.message}`);
  process.exit(1);
}

const args = given.some((arg) => !arg.startsWith("-"))
  ? given
  : [join(root, "sample-projects", "mini-unix"), ...given];
const ide = spawn(process.execPath, [join(root, "ide", "app", "start.mjs"), ...args], {
  stdio: "inherit",
  env: { ...process.env, WEFT_HOME: root },
});
// Ctrl-C reaches the whole group; a signal sent to this process alone is passed on. Either way the starter
// ends its own children, and this process ends after it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => ide.kill(signal));
ide.on("exit", (code, signal) => {
  process.exitCode = code ?? (signal === "SIGINT" || signal === "SIGTERM" ? 0 : 1);
});

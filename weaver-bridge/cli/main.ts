/**
 * The `weft` command. Each command's code is loaded when it is called: `weft cc` runs once for every unit of a kernel
 * and must not pay for the others.
 */
import { endOnSignals } from "./end-on-signals.js";

endOnSignals();

const [command, ...rest] = process.argv.slice(2);
try {
  if (command === "cc") {
    const { runCc } = await import("./cc/run-cc.js");
    process.exitCode = await runCc(rest);
  } else {
    const { runProgram } = await import("./program.js");
    process.exitCode = await runProgram(process.argv);
  }
} catch (error) {
  const { ProcessError } = await import("../kernel-build/index.js");
  const message = error instanceof ProcessError ? error.message : ((error as Error).stack ?? String(error));
  process.stderr.write(`weft: ${message}\n`);
  process.exitCode = 1;
}

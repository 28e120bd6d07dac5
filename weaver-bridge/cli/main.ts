/**
 * The `weft` command. Each command's code is loaded when it is called: `weft cc` runs once for every unit of a kernel
 * and must not pay for the others.
 */
import { endOnSignals } from "../compile/end-on-signals.js";
import { takeBackEnvironment } from "../compile/take-back-environment.js";

takeBackEnvironment();
endOnSignals();
// A reader that has seen enough (`weft joinpoints | head`) is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

const [command, ...rest] = process.argv.slice(2);
try {
  if (command === "cc") {
    const { runCc } = await import("../compile/cc/run-cc.js");
    process.exitCode = await runCc(rest);
  } else if (command === "ag++") {
    const { runAgxx } = await import("../compile/agxx/run-agxx.js");
    process.exitCode = await runAgxx(rest);
  } else {
    const { runProgram } = await import("./program.js");
    process.exitCode = await runProgram(process.argv);
  }
} catch (error) {
  const { sayFailure } = await import("../kernel-build/process/say-failure.js");
  const { report } = await import("./output.js");
  const options = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
  const problem = { code: "cli/failed", severity: "error", ...sayFailure(error) } as const;
  report({ json: command !== "cc" && options.includes("--json") }, [problem]);
  process.exitCode = 1;
}

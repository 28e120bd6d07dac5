/** Entry of the bundle that holds `weft cc` and `weft ag++` alone: they run once for every unit. */
import { runAgxx } from "../agxx/run-agxx.js";
import { endOnSignals } from "../end-on-signals.js";
import { sayFailure } from "../say-failure.js";
import { runCc } from "./run-cc.js";

endOnSignals();
takeBackEnvironment();

const [, , command, ...words] = process.argv;
const runCommand = command === "ag++" ? runAgxx : runCc;
runCommand(words).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const { message, hint } = sayFailure(error);
    process.stderr.write(`weft ${command}: ${message}${hint === undefined ? "" : `. ${hint}`}\n`);
    process.exitCode = 1;
  },
);

/** What the launcher put aside so that node starts quickly; the compiler is to see it. */
function takeBackEnvironment(): void {
  for (const name of ["NODE_EXTRA_CA_CERTS", "NODE_OPTIONS"]) {
    const value = process.env[`WEFT_ASIDE_${name}`];
    if (value === undefined) continue;
    process.env[name] = value;
    delete process.env[`WEFT_ASIDE_${name}`];
  }
}

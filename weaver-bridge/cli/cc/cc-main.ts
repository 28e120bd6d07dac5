/** Entry of the bundle that holds `weft cc` alone. */
import { endOnSignals } from "../end-on-signals.js";
import { sayFailure } from "../say-failure.js";
import { runCc } from "./run-cc.js";

endOnSignals();
takeBackEnvironment();

runCc(process.argv.slice(3)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const { message, hint } = sayFailure(error);
    process.stderr.write(`weft cc: ${message}${hint === undefined ? "" : `. ${hint}`}\n`);
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

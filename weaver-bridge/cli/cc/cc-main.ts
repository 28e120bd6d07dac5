/** Entry of the bundle that holds `weft cc` alone. */
import { endOnSignals } from "../end-on-signals.js";
import { sayFailure } from "../say-failure.js";
import { runCc } from "./run-cc.js";

endOnSignals();

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

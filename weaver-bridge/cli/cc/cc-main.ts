/** Entry of the bundle that holds `weft cc` alone. */
import { endOnSignals } from "../end-on-signals.js";
import { runCc } from "./run-cc.js";

endOnSignals();

runCc(process.argv.slice(3)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    process.stderr.write(`weft cc: ${error.stack ?? error.message}\n`);
    process.exitCode = 1;
  },
);

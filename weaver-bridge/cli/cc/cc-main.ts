/** Entry of the bundle that holds `weft cc` and `weft ag++` alone, which run once for every unit, and their resident. */
import { endOnSignals } from "../end-on-signals.js";
import { liveInSlot } from "../resident/resident.js";
import { runCompile } from "./run-compile.js";

const [, , command, ...words] = process.argv;
if (command === "resident") void liveInSlot(words[0] as string, words[1] as string);
else runOnce();

function runOnce(): void {
  endOnSignals();
  takeBackEnvironment();
  void runCompile(command, words).then((code) => {
    process.exitCode = code;
  });
}

/** What the launcher put aside so that node starts quickly; the compiler is to see it. */
function takeBackEnvironment(): void {
  for (const name of ["NODE_EXTRA_CA_CERTS", "NODE_OPTIONS"]) {
    const value = process.env[`WEFT_ASIDE_${name}`];
    if (value === undefined) continue;
    process.env[name] = value;
    delete process.env[`WEFT_ASIDE_${name}`];
  }
}

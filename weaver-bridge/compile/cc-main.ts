/** Entry of the bundle that holds `weft cc` and `weft ag++` alone, which run once for every unit, and their resident. */
import { endOnSignals } from "./end-on-signals.js";
import { liveInSlot } from "./resident/resident.js";
import { runCompile } from "./run-compile.js";
import { takeBackEnvironment } from "./take-back-environment.js";

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

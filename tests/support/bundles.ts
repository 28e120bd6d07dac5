/** The bundles that tests start, as they ship. */
import { spawnSync } from "node:child_process";
import { dirname, join, resolve } from "node:path";

const repository = resolve(import.meta.dirname, "../..");
const BUNDLERS = {
  weft: "weaver-bridge/cli/bundle.mjs",
  "language-server": "language-server/bundle.mjs",
  "debug-adapter": "debug-adapter/bundle.mjs",
};

/** Makes the bundles of these anew. In the gate nothing is left to do: its set-up has made them of the same sources. */
export function makeBundles(...names: readonly (keyof typeof BUNDLERS)[]): void {
  if (process.env.WEFT_TEST_BUNDLE === "1") return;
  for (const name of names) {
    const script = join(repository, BUNDLERS[name]);
    const { status } = spawnSync(process.execPath, [script], { cwd: dirname(script), stdio: "inherit" });
    if (status !== 0) throw new Error(`${BUNDLERS[name]} ended with ${status}`);
  }
}

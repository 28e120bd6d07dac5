/**
 * Whole stages of the gate under other Nodes than this machine's, in a clone of what is committed, which each sets up by itself.
 * `WEFT_NODES=24` picks releases, `WEFT_STAGES=unit,golden` stages.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { installNode } from "./install-node.js";
import { keepResult } from "./results.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const releases = (process.env.WEFT_NODES ?? "22,24").split(",");
const stages = process.env.WEFT_STAGES ?? "unit,golden,protocol,guest";
const FOUR_HOURS = 14_400_000;
const MEGABYTES = 2 ** 28;
const place = mkdtempSync(join(tmpdir(), "weft-node-stages-"));
afterAll(() => rmSync(place, { recursive: true, force: true, maxRetries: 3 }));

test.each(releases)(
  "the stages pass under Node %s",
  (release) => {
    const node = installNode(release, join(place, release));
    const clone = join(place, `clone-${release}`);
    execFileSync("git", ["clone", "--quiet", "--depth=1", `file://${root}`, clone], { timeout: 300_000 });
    const { stdout, stderr, status } = spawnSync("npm", ["test", "--", "--only", stages], {
      cwd: clone,
      env: { ...environment(), PATH: `${node}:${process.env.PATH}` },
      encoding: "utf8",
      timeout: FOUR_HOURS,
      maxBuffer: MEGABYTES,
    });
    const said = stdout.slice(stdout.lastIndexOf("\nstage "));
    const failures = stdout.match(/^FAILED .*/gm) ?? [];
    const again = stdout.match(/^PASSED ON SECOND RUN .*/gm) ?? [];
    const version = execFileSync(join(node, "node"), ["--version"], { encoding: "utf8" }).trim();
    for (const stage of stages.split(",")) {
      const row = new RegExp(`^${stage} +(\\d+) +(\\d+ passed, (\\d+) failed)$`, "m").exec(said);
      const outcome = row === null ? "FAILED: it did not run" : row[3] === "0" ? "passed" : "FAILED";
      const races = again.filter((line) => line.includes(` tests/${stage}/`));
      const told = [...(outcome === "passed" ? [] : failures), ...races];
      const words = [outcome, ...(row === null ? [] : [`${row[2]} in ${row[1]} s`]), version, ...told];
      keepResult(`stage ${stage}, Node ${release}`, words.join(", "));
    }
    expect(status, `${said}\n${failures.join("\n")}\n${stderr.slice(-2000)}`).toBe(0);
    expect(said).toMatch(/^\d+ passed, 0 failed$/m);
  },
  FOUR_HOURS,
);

/** This machine's, without what Vitest and npm tell those that they start. */
function environment(): NodeJS.ProcessEnv {
  const own = /^(?:VITEST|NODE_ENV$|TEST$|npm_|NODE_OPTIONS$|DEV$|PROD$|MODE$|SSR$|BASE_URL$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}

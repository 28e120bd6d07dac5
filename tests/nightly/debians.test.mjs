/** Sessions and recordings on fresh Debians, each with the QEMU, GDB and gcc of its own: 7.2, 13 and 12; 10, 16 and 14. */
import { expect, test } from "vitest";
import { mayRun, runIn } from "../fresh/debian.mjs";
import { IN_CLONE, layerWithClone, preparedRoot } from "../fresh/prepare.mjs";

const FILES = ["session", "recording"].map((name) => `tests/protocol/dap-${name}.test.ts`).join(" ");
const SET_UP = "npm ci && npm run build:native && npm run build:bundles";
const AN_HOUR = 3_600_000;

test.each(["bookworm", "trixie"])(
  "sessions and recordings hold on %s",
  async (release) => {
    if (!mayRun()) throw new Error("Fresh Debians need root, and may make mount namespaces.");
    const kept = await preparedRoot(release, console.log);
    const layer = layerWithClone();
    const run = (command) => runIn(kept, `${IN_CLONE} ${command}`, { layer, timeout: AN_HOUR / 4 });
    const setUp = await run(SET_UP);
    expect(setUp.code, setUp.said).toBe(0);
    const tried = await run(`npx vitest run --project protocol ${FILES}`);
    expect(tried.code, tried.said).toBe(0);
    expect(tried.said).toMatch(/Tests .*\d+ passed/);
    console.log(`${release}: ${/Tests .*/.exec(tried.said)?.[0]}`);
  },
  AN_HOUR,
);

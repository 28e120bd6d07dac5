/**
 * Sessions and recordings on fresh Debians, each with the QEMU, GDB and gcc of its own: 7.2, 13 and 12; 10, 16 and 14; in the
 * one that comes (`forky`) what it has by then, 11, 18 and 16 in November 2026, and each gcc since 12 on today's C.
 */
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { mayRun, runIn } from "../fresh/debian.mjs";
import { IN_CLONE, layerWithClone, preparedRoot } from "../fresh/prepare.mjs";
import { keepResult } from "./results.js";

const FILES = ["session", "recording"].map((name) => `tests/protocol/dap-${name}.test.ts`).join(" ");
const SET_UP = "npm ci && npm run build:native && npm run build:bundles";
const AN_HOUR = 3_600_000;
const COMPILERS = [12, 13, 14, 15, 16].map((release) => `gcc-${release}`);

test.each(["bookworm", "trixie", "forky"])(
  "sessions and recordings hold on %s",
  async (release) => {
    const run = await built(release);
    const tried = await run(`npx vitest run --project protocol ${FILES}`);
    keepResult(`sessions and recordings, Debian ${release}`, outcomeOf(tried, /Tests .*/));
    expect(tried.code, tried.said).toBe(0);
    expect(tried.said).toMatch(/Tests .*\d+ passed/);
    console.log(`${release}: ${/Tests .*/.exec(tried.said)?.[0]}`);
  },
  AN_HOUR,
);

test(
  "of today's C no gcc from 12 to 16 loses a unit",
  async () => {
    const run = await built("forky");
    const added = await run(`apt-get install --yes -qq --no-install-recommends ${COMPILERS.join(" ")}`);
    expect(added.code, added.said).toBe(0);
    const { code, said } = await run(
      `WEFT_TEST_BUNDLE=1 WEFT_COMPILERS=${COMPILERS.join(",")} npm run --silent bench -- todays-c`,
    );
    console.log(said);
    keepResult("today's C, gcc 12 to 16", outcomeOf({ code, said }, /^gcc-\d+ .*/gm));
    expect(code, said).toBe(0);
    const judged = said.matchAll(/^(gcc-\d+) .* 0 lost, 0 silent, 0 wrong$/gm);
    expect(Array.from(judged, ([, compiler]) => compiler)).toEqual(COMPILERS);
  },
  AN_HOUR,
);

/** For `RESULT.md`: how it ended, and the lines that say what it came to. */
function outcomeOf({ code, said }, lines) {
  const plain = stripVTControlCharacters(said).match(lines) ?? ["it printed no result"];
  return [code === 0 ? "passed" : `FAILED with ${code}`, ...plain].join(", ");
}

/** Runs commands in a clone that is set up, without the IDE, in a fresh Debian of that release. */
async function built(release) {
  if (!mayRun()) throw new Error("Fresh Debians need root, and may make mount namespaces.");
  const kept = await preparedRoot(release, console.log);
  const layer = layerWithClone();
  const run = (command) => runIn(kept, `${IN_CLONE} ${command}`, { layer, timeout: AN_HOUR / 4 });
  const setUp = await run(SET_UP);
  expect(setUp.code, setUp.said).toBe(0);
  return run;
}

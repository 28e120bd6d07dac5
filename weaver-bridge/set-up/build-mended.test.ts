import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { BuildOutcome } from "../compile/build/build-project.js";
import { type Builder, buildMended } from "./build-mended.js";

const COUNTS = { total: 0, woven: 0, unchanged: 0, notWoven: 0 };

const silent = { say: () => {}, announce: () => {} };
const folder = mkdtempSync(join(tmpdir(), "weft-mended-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A builder that compiles so many units each time. */
function builder(totals: number[]): { builder: Builder; cleaned: boolean[] } {
  const cleaned: boolean[] = [];
  const build: Builder["build"] = async ({ clean }) => {
    cleaned.push(clean === true);
    return made(totals.shift() ?? 0);
  };
  return { builder: { ...silent, build }, cleaned };
}

function made(total: number): BuildOutcome {
  const units = { ...COUNTS, total, woven: total };
  const summary = { version: 1, project: "k", image: undefined, weaveMap: "", units } as const;
  return { fine: true, problems: [], summary: { ...summary, effects: 0, notWoven: [], aspects: [] } };
}

const PROPOSAL = { settings: [], open: [] };

test("a build in which nothing was compiled is no fine one, and is not told as one", async () => {
  const made = builder([0, 0]);
  const { fine, said, units } = await buildMended("/k", PROPOSAL, made.builder);
  expect({ fine, units, cleaned: made.cleaned }).toEqual({
    ...{ fine: false, units: undefined, cleaned: [false, true] },
  });
  expect(said).toMatch(/^no unit was compiled through Weft, so nothing is woven/);
});

test("what a clean build compiles counts", async () => {
  const { fine, said } = await buildMended("/k", PROPOSAL, builder([0, 3]).builder);
  expect({ fine, said }).toEqual({ fine: true, said: "3 units, 3 woven" });
});

test("a build of which nothing is woven, because units were left as they are, is no fine one", async () => {
  const left = { ...made(3), summary: { ...made(3).summary, units: { ...COUNTS, total: 3, notWoven: 1 } } };
  const build = async () => left as BuildOutcome;
  const { fine, said } = await buildMended("/k", PROPOSAL, { ...silent, build });
  expect({ fine, said }).toEqual({ fine: false, said: "3 units, 0 woven, 1 left as they are (see above)" });
});

test("units that are not made again are made from the start", async () => {
  const made = builder([2, 3]);
  const { fine, said } = await buildMended("/k", PROPOSAL, made.builder, 3);
  expect({ fine, said, cleaned: made.cleaned }).toEqual({
    ...{ fine: true, said: "3 units, 3 woven", cleaned: [false, true] },
  });
});

test("what several jobs left half made is removed before it is anybody's fault", async () => {
  const asked: object[] = [];
  const outcomes = ["rm: cannot remove objs.txt", "ld: error: twice defined", undefined];
  const build: Builder["build"] = async ({ clean, jobs }, onOutput) => {
    asked.push({ clean, jobs });
    const printed = outcomes.shift();
    if (printed === undefined) return made(2);
    onOutput?.(Buffer.from(printed));
    return { fine: false, problems: [] };
  };
  const settings = [
    { name: "build.make", value: ["make"], because: "" },
    { name: "build.clean", value: ["make", "clean"], because: "" },
  ];
  const { fine, proposal } = await buildMended(folder, { settings, open: [] }, { ...silent, build });
  expect(asked).toEqual([{}, { jobs: 1 }, { clean: true, jobs: 1 }]);
  expect({ fine, make: proposal.settings[0]?.value }).toEqual({ fine: true, make: ["make", "-j1"] });
});

test("where the kernel begins is known, a build in which no advice is woven is no fine one", async () => {
  const units = { ...COUNTS, total: 3, unchanged: 3 };
  const build: Builder["build"] = async () => {
    const { summary, ...rest } = made(3);
    return { ...rest, summary: { ...(summary as NonNullable<typeof summary>), units } };
  };
  const settings = [{ name: "run.stopAt", value: "main", because: "" }];
  const { fine, said } = await buildMended(folder, { settings, open: [] }, { ...silent, build });
  expect([fine, said]).toEqual([
    false,
    "3 units, 0 woven: no aspect matches anything in them; weft check says what comes near",
  ]);
  expect(await buildMended(folder, PROPOSAL, { ...silent, build })).toMatchObject({ fine: true });
});

import { expect, test } from "vitest";
import { type Builder, buildMended } from "./build-mended.js";

const COUNTS = { total: 0, woven: 0, unchanged: 0, notWoven: 0 };

/** A builder that compiles so many units each time. */
function builder(totals: number[]): { builder: Builder; cleaned: boolean[] } {
  const cleaned: boolean[] = [];
  const build: Builder["build"] = async ({ clean }) => {
    cleaned.push(clean === true);
    const total = totals.shift() ?? 0;
    const units = { ...COUNTS, total, woven: total };
    const summary = { version: 1, project: "k", image: undefined, weaveMap: "", units } as const;
    return { fine: true, problems: [], summary: { ...summary, effects: 0, notWoven: [], aspects: [] } };
  };
  return { builder: { say: () => {}, announce: () => {}, build }, cleaned };
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

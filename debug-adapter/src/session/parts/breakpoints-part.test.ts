import { expect, test } from "vitest";
import type { BreakpointTable } from "../breakpoints/breakpoint-table.js";
import { type BreakpointsKernel, type BreakpointsNeeds, BreakpointsPart } from "./breakpoints-part.js";
import { type FakeGround, fakeGround } from "./test/fake-ground.js";

function breakpointsOver(
  ground: FakeGround,
  { table, kernel, needs }: { table?: object; kernel?: object; needs?: Partial<BreakpointsNeeds> } = {},
) {
  const known = { isDump: false, learnLiveCode: async () => {}, live: { isNew: () => true }, ...kernel };
  const breakpoints = new BreakpointsPart(ground, known as unknown as BreakpointsKernel, {
    ...{ deadline: () => 1000, isStepping: () => false, stepOn: async () => {} },
    ...needs,
  });
  if (table !== undefined) breakpoints.table = table as BreakpointTable;
  return breakpoints;
}

const atMain = { breakpoints: [{ name: "main" }] };
const VERIFIED = [{ verified: true }];

test("before a machine is debugged there is nothing to set them in", async () => {
  const breakpoints = breakpointsOver(fakeGround());
  await expect(breakpoints.setFunctions(atMain)).rejects.toThrow("launch or attach first");
});

test("in a dump each is refused with its reason, and nothing is stopped", async () => {
  const ground = fakeGround();
  const { breakpoints } = await breakpointsOver(ground, { kernel: { isDump: true } }).setFunctions(atMain);
  expect(breakpoints).toMatchObject([{ verified: false, message: expect.stringMatching(/\w/) }]);
  expect(ground.said).toEqual([]);
});

test("woven text has none: they are set in the source", async () => {
  const source = { sourceReference: 4, name: "fork.woven.c" };
  const answer = await breakpointsOver(fakeGround(), { table: {} }).setSource({
    source,
    breakpoints: [{ line: 1 }, { line: 2 }],
  });
  const message = "Set it in the source: fork.woven.c is what the compiler made of it.";
  expect(answer.breakpoints).toEqual([
    { verified: false, message },
    { verified: false, message },
  ]);
});

test("the machine is stopped for them, and runs on", async () => {
  const ground = fakeGround();
  const table = { setFunctions: async () => VERIFIED };
  const answer = await breakpointsOver(ground, { table }).setFunctions(atMain);
  expect(answer.breakpoints).toEqual(VERIFIED);
  expect(ground.said).toEqual(["pause", "continue"]);
});

test("a machine that ran on meanwhile is stopped again, five times at most", async () => {
  const refused = Object.assign(new Error("Cannot execute this command while the target is running."));
  let refusals = 2;
  const setFunctions = async () => {
    if (refusals-- > 0) throw refused;
    return VERIFIED;
  };
  const ground = fakeGround();
  expect(
    (await breakpointsOver(ground, { table: { setFunctions } }).setFunctions(atMain)).breakpoints,
  ).toEqual(VERIFIED);
  expect(ground.said.filter((word) => word === "pause")).toHaveLength(3);
  refusals = 100;
  await expect(breakpointsOver(ground, { table: { setFunctions } }).setFunctions(atMain)).rejects.toThrow(
    "while the target is running",
  );
  expect(ground.said.filter((word) => word === "pause")).toHaveLength(8);
});

test("a step that was under way goes on as a step", async () => {
  const ground = fakeGround();
  const stepOn = async () => void ground.said.push("step on");
  const table = { setFunctions: async () => VERIFIED };
  await breakpointsOver(ground, { table, needs: { isStepping: () => true, stepOn } }).setFunctions(atMain);
  expect(ground.said).toEqual(["pause", "keep the pause", "continue", "step on"]);
});

test("advice that breakpoints wait for is looked for while the machine runs, and only then", async () => {
  const ground = fakeGround();
  const table = { isWaiting: () => true };
  const breakpoints = breakpointsOver(ground, { table });
  await breakpoints.lookForLiveCode();
  expect(ground.said).toEqual([]);
  ground.isRunning = true;
  await breakpoints.lookForLiveCode();
  expect(ground.said).toEqual(["pause", "continue"]);
  ground.phase = "ended";
  await breakpoints.lookForLiveCode();
  expect(ground.said).toHaveLength(2);
});

/**
 * Swapping a function in a machine of one processor or two, under interrupts, nested and by recursion, with what a build
 * ships by default: no call gets a version that is not true any more, nothing runs in what was said to be gone, and nothing
 * waits for ever. On one processor interrupts come between any two instructions.
 */
import { beforeEach, expect, test } from "vitest";
import { REPLUG_WAYS } from "../../weaver-bridge/replug/index.js";
import { requireTool } from "../support/index.js";
import { type Litmus, runLitmus } from "../support/litmus.js";

beforeEach((context) => {
  requireTool(context, "qemu-system-i386");
});

const RUN = { swaps: 10_000, seconds: 2 } as const;
const RUNS: Litmus[] = [
  ...REPLUG_WAYS.map((replug) => ({ ...RUN, replug, on: "processors" as const, wait: "counted" as const })),
  { ...RUN, replug: "jump", on: "one processor", wait: "counted" },
  { ...RUN, replug: "rcu", on: "one processor", wait: "counted" },
  { ...RUN, replug: "rcu", on: "processors", wait: "epoch" },
];

test.each(RUNS)("nobody gets a wrong version: $replug, $on, $wait", async (run) => {
  const seen = await runLitmus(run);
  expect(seen.swaps).toBeGreaterThan(20);
  expect(seen.specialized).toBeGreaterThan(100);
  expect(seen.calls).toBeGreaterThan(seen.specialized);
  expect(seen.interrupts).toBeGreaterThan(100);
  expect(seen.wrong).toBe(0);
});

test("where nothing is waited for, an interrupt between guard and store is found out", async () => {
  const seen = await runLitmus({ ...RUN, replug: "boolean", on: "one processor", wait: "nothing" });
  expect(seen.wrong).toBeGreaterThan(0);
});

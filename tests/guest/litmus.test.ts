/**
 * Swapping a function in a machine of two processors, under interrupts, nested and by recursion: no call gets a version that
 * is not true any more, nothing runs in what was said to be gone, and nothing waits for ever.
 */
import { beforeEach, expect, test } from "vitest";
import { REPLUG_WAYS } from "../../weaver-bridge/replug/index.js";
import { requireTool } from "../support/index.js";
import { runLitmus } from "../support/litmus.js";

beforeEach((context) => {
  requireTool(context, "qemu-system-i386");
});

test.each(REPLUG_WAYS)("no processor gets a wrong version: %s", async (replug) => {
  const seen = await runLitmus({ replug, on: "processors", swaps: 10_000, seconds: 2 });
  expect(seen.swaps).toBeGreaterThan(20);
  expect(seen.specialized).toBeGreaterThan(100);
  expect(seen.calls).toBeGreaterThan(seen.specialized);
  expect(seen.interrupts).toBeGreaterThan(100);
  expect(seen.wrong).toBe(0);
});

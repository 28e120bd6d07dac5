// Swapping a function while another thread calls it: the generated C of each way, run by two threads of a program.
import { expect, test } from "vitest";
import { runLitmus } from "../../tests/support/litmus.js";
import { REPLUG_WAYS } from "./index.js";

test.each(REPLUG_WAYS)("no call gets a wrong version: %s", async (replug) => {
  // A guard and its write are apart, or close together.
  const gap = "for (volatile int at = 0; at < (value ? 20 : 0); at++)";
  const seen = await runLitmus({ replug, on: "threads", wait: "counted", swaps: 3000, seconds: 1, gap });
  expect(seen.swaps).toBeGreaterThan(20);
  expect(seen.specialized).toBeGreaterThan(100);
  expect(seen.calls).toBeGreaterThan(seen.specialized);
  expect(seen.wrong).toBe(0);
});

import { expect, test } from "vitest";
import { createAnalysisQueue } from "./analysis-queue.js";
import { createConfirmations } from "./confirmations.js";

test("a unit whose analysis began before is analysed again, one that waits only once", async () => {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const queue = createAnalysisQueue({
    isForeground: () => false,
    onIdle: () => undefined,
    run: (path, signal) => {
      started.push(path);
      return new Promise((resolve) => {
        ends.push(resolve);
        signal.addEventListener("abort", () => resolve());
      });
    },
  });
  const confirmations = createConfirmations(() => queue);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  queue.invalidate("edited");
  confirmations.confirm(["edited", "shown"]);
  await settle();
  // That an edit asked for stays work to be done.
  expect([confirmations.has("edited"), confirmations.has("shown")]).toEqual([false, true]);
  confirmations.confirm(["edited", "shown"]);
  await settle();
  expect(confirmations.has("edited")).toBe(false);
  while (queue.pendingCount() > 0) {
    ends.at(-1)?.();
    await settle();
  }
  expect(started.filter((unit) => unit === "edited").length).toBeGreaterThan(1);
  expect(started.at(-1)).toBe("edited");
  expect(started.filter((unit) => unit === "shown")).toHaveLength(1);
  queue.dispose();
});

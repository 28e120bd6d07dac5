import { expect, test } from "vitest";
import { createAnalysisQueue } from "./analysis-queue.js";

/** A queue whose runs end when the test says so. */
function controlled(foreground: readonly string[] = []) {
  const started: string[] = [];
  const aborted: string[] = [];
  const ends = new Map<string, () => void>();
  let idle: () => void = () => undefined;
  const whenIdle = new Promise<void>((resolve) => {
    idle = resolve;
  });
  const queue = createAnalysisQueue({
    isForeground: (path) => foreground.includes(path),
    onIdle: () => idle(),
    run: (path, signal) => {
      started.push(path);
      return new Promise((resolve) => {
        ends.set(path, resolve);
        signal.addEventListener("abort", () => {
          aborted.push(path);
          resolve();
        });
      });
    },
  });
  return { queue, started, aborted, end: (path: string) => ends.get(path)?.(), whenIdle };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("units of the background run one after the other, in order", async () => {
  const { queue, started, end, whenIdle } = controlled();
  for (const path of ["a", "b"]) queue.invalidate(path);
  expect(started).toEqual(["a"]);
  end("a");
  await settle();
  expect(started).toEqual(["a", "b"]);
  expect(queue.pendingCount()).toBe(1);
  end("b");
  await whenIdle;
  expect(queue.isPending("b")).toBe(false);
});

test("a file in front of the user doesn't wait for the background, and what follows waits for it", async () => {
  const { queue, started, end } = controlled(["open"]);
  queue.invalidate("a");
  queue.invalidate("b");
  queue.invalidate("open");
  expect(started).toEqual(["a", "open"]);
  end("a");
  await settle();
  expect(started).toEqual(["a", "open"]);
  end("open");
  await settle();
  expect(started).toEqual(["a", "open", "b"]);
});

test("an edit cancels the run that it makes obsolete and starts a new one", async () => {
  const { queue, started, aborted } = controlled(["open"]);
  queue.invalidate("open");
  queue.invalidate("open");
  await settle();
  expect(aborted).toEqual(["open"]);
  expect(started).toEqual(["open", "open"]);
  expect(queue.isPending("open")).toBe(true);
});

test("nothing starts after dispose", async () => {
  const { queue, started, aborted } = controlled();
  queue.invalidate("a");
  queue.invalidate("b");
  queue.dispose();
  await settle();
  expect(aborted).toEqual(["a"]);
  expect(started).toEqual(["a"]);
});

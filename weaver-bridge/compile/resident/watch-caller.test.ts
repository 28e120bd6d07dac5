import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchCaller } from "./watch-caller.js";

/** Above what Linux gives. */
const NOBODY = 4_194_304 + 1;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a caller that is gone is noticed, and one whose last word is read meanwhile is not", () => {
  const onGone = vi.fn();
  const stop = watchCaller(NOBODY, onGone);
  vi.advanceTimersToNextTimer();
  // What it said before it died is read between two looks.
  expect(onGone).not.toHaveBeenCalled();
  stop();
  vi.advanceTimersByTime(10_000);
  expect(onGone).not.toHaveBeenCalled();
  watchCaller(NOBODY, onGone);
  vi.advanceTimersToNextTimer();
  vi.advanceTimersToNextTimer();
  expect(onGone).toHaveBeenCalled();
});

test("a caller that lives is left alone", () => {
  const onGone = vi.fn();
  const stop = watchCaller(process.pid, onGone);
  for (let look = 0; look < 5; look++) vi.advanceTimersToNextTimer();
  stop();
  expect(onGone).not.toHaveBeenCalled();
});

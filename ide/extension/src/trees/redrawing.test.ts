import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRedrawing, type Redrawing } from "./redrawing.js";

let told: number;
let redrawing: Redrawing<string>;
beforeEach(() => {
  vi.useFakeTimers();
  told = 0;
  redrawing = createRedrawing(
    () => told++,
    (row) => row.startsWith("open"),
  );
});
afterEach(() => {
  redrawing.dispose();
  vi.useRealTimers();
});

test("the first change is told at once", async () => {
  await redrawing.redraw();
  expect(told).toBe(1);
});

test("while the view reads nothing is told, then several changes as one", async () => {
  await redrawing.redraw();
  for (let question = 0; question < 10; question++) {
    redrawing.asked("row", []);
    void redrawing.redraw();
    vi.advanceTimersByTime(100);
  }
  expect(told).toBe(1);
  const last = redrawing.redraw();
  vi.advanceTimersByTime(100);
  await last;
  expect(told).toBe(2);
});

test("a slow view is waited for until it has asked below every open row", () => {
  void redrawing.redraw();
  redrawing.asked(undefined, ["open 1", "closed", "open 2"]);
  void redrawing.redraw();
  vi.advanceTimersByTime(700);
  redrawing.asked("open 1", []);
  vi.advanceTimersByTime(700);
  expect(told).toBe(1);
  redrawing.asked("open 2", ["leaf"]);
  vi.advanceTimersByTime(200);
  expect(told).toBe(2);
});

test("a view that is not seen, or a row that the user closed, holds nothing back for long", () => {
  void redrawing.redraw();
  void redrawing.redraw();
  vi.advanceTimersByTime(2000);
  expect(told).toBe(2);
  redrawing.asked(undefined, ["open"]);
  void redrawing.redraw();
  vi.advanceTimersByTime(2000);
  expect(told).toBe(3);
});

test("a view that has read everything is told at once again", () => {
  void redrawing.redraw();
  redrawing.asked(undefined, []);
  vi.advanceTimersByTime(1000);
  void redrawing.redraw();
  expect(told).toBe(2);
});

import { expect, test } from "vitest";
import { timeLeft } from "./time-left.js";

test("the time left is told in minutes, once enough is done to say so", () => {
  expect(timeLeft(2_000, 4, 1_000)).toBe("");
  expect(timeLeft(60_000, 100, 400)).toBe(", about 4 min left");
  expect(timeLeft(60_000, 400, 100)).toBe(", less than a minute left");
});

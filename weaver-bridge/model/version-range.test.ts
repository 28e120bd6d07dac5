import { expect, test } from "vitest";
import { isInRange } from "./version-range.js";

test.each([
  ["18.20.4", false],
  ["20.19.2", true],
  ["21.7.0", false],
  ["22.12.9", false],
  ["22.13.0", true],
  ["24.0.0", true],
  ["26.10.0", true],
])("%s is in it: %s", (version, is) => {
  expect(isInRange(version, "^20.19.0 || ^22.13.0 || >=24.0.0")).toBe(is);
});

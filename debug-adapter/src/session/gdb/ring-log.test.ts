import { expect, test } from "vitest";
import { createRingLog } from "./ring-log.js";

test("keeps the newest lines, with their age and tag", () => {
  let now = 1000;
  const log = createRingLog(2, () => now);
  for (const text of ["one", "two", "", "three"]) {
    now += 500;
    log.add("mi", text);
  }
  expect(log.lines()).toEqual(["1.000 [mi] two", "2.000 [mi] three"]);
});

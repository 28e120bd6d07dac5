import { expect, test } from "vitest";
import { limitInWords } from "./hits-limit.js";

const found = { hits: [], places: 1 };

test("a search that ended early says why, how far it came and how to go on", () => {
  expect(limitInWords({ ...found, isCut: false }, true)).toBe("");
  const limit = { by: "seconds", value: 60, searchedTo: 73_000_000, end: 298_000_000 } as const;
  expect(limitInWords({ ...found, isCut: true, limit }, true)).toBe(
    "; its time was up, 60 seconds, at instruction 73,000,000 of 298,000,000 (24 %): the run goes on, and was not searched further. --seconds N searches longer, --seconds 0 to the end",
  );
  expect(limitInWords({ ...found, isCut: true, limit: { ...limit, by: "most" } }, false)).toBe(
    "; as many as were asked for at instruction 73,000,000 of 298,000,000 (24 %): the run goes on, and was not searched further",
  );
});

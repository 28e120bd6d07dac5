import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { engines, inWords, isIn } from "./versions.mjs";

test.each([
  ["18.20.4", false],
  ["20.18.9", false],
  ["20.19.0", true],
  ["20.19.2", true],
  ["v20.20.2", true],
  ["21.7.0", false],
  ["22.12.9", false],
  ["22.13.0", true],
  ["23.11.0", false],
  ["24.0.0", true],
  ["26.10.0", true],
])("Node %s runs Weft: %s", (version, is) => {
  expect(isIn(version, engines.node)).toBe(is);
});

test.each([
  ["8.19.4", false],
  ["9.2.0", true],
  ["10.9.0", true],
  ["11.19.1", true],
])("npm %s sets it up: %s", (version, is) => {
  expect(isIn(version, engines.npm)).toBe(is);
});

test("the README says the same", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  expect(readme).toContain(`Node ${inWords(engines.node)}`);
  expect(readme).toContain(`npm ${inWords(engines.npm)}`);
});

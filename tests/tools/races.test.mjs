import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { overdue, raceOf, readRaces, withoutMended, writeRaces } from "./races.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const race = (file, date) => ({ file, date, failure: `${file} > opens: no tab` });

test("each file in the list is there, with a date and its first failure", () => {
  for (const { file, date, failure } of readRaces()) {
    expect(existsSync(join(root, file)), file).toBe(true);
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(failure).toContain(file);
    expect(failure).not.toMatch(/\/(?:work|tmp|home)\//);
  }
});

test("an entry has the day and the failure, without the machine's folders", () => {
  const failures = [`a.test.ts > opens: no tab\n    at ${root}tests/ide/a.test.ts:3:1`];
  expect(raceOf({ file: "a.test.ts", failures }, new Date("2026-11-29T23:00:00Z"))).toEqual({
    file: "a.test.ts",
    date: "2026-11-29",
    failure: "a.test.ts > opens: no tab\n    at tests/ide/a.test.ts:3:1",
  });
});

test("two entries of one file are borne, the third fails the gate, and is told how to be cleared", () => {
  const twice = [race("a", "2026-01-01"), race("b", "2026-01-01"), race("a", "2026-01-02")];
  expect(overdue(twice)).toEqual([]);
  const thrice = [...twice, race("a", "2026-01-03")];
  expect(overdue(thrice)).toEqual([
    "a: passed on its second run only, 3 times (2026-01-01, 2026-01-02, 2026-01-03). Mend the race, then take it out of " +
      "tests/races.json: node tests/tools/races.mjs --mended a",
  ]);
  expect(overdue(withoutMended(thrice, "a"))).toEqual([]);
  expect(() => withoutMended(thrice, "c")).toThrow("tests/races.json has no entry of c");
});

test("the list is written whole, and read back", () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-races-"));
  try {
    const path = join(folder, "races.json");
    for (const races of [[], [race("a", "2026-01-01"), race("b", "2026-01-02")]]) {
      writeRaces(races, path);
      expect(readRaces(path)).toEqual(races);
    }
    expect(readdirSync(folder)).toEqual(["races.json"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

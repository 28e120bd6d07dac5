import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { schemaErrors } from "../test/schemas.js";
import { bundle, folderWith, weft } from "../test/weft-process.js";

beforeAll(() => void bundle());

test("the tables of the papers, with what was measured last", () => {
  const cache = folderWith({});
  mkdirSync(join(cache, "weft/tables"), { recursive: true });
  const kept = { at: "2026-01-01T00:00:00.000Z", head: ["", "call"], rows: [["counting", "55.5"]] };
  writeFileSync(join(cache, "weft/tables/toolkit-1.json"), JSON.stringify(kept));
  const asked = (...words: string[]) =>
    weft(cache, ["tables", ...words], { environment: { XDG_CACHE_HOME: cache } });
  const all = JSON.parse(asked("--json").out);
  expect(schemaErrors("tables", all)).toBe("");
  expect(all.tables.length).toBeGreaterThan(10);
  expect(asked("toolkit-1").out).toContain("counting replugger  paper 60 cycles, here 55.5 cycles");
  expect(asked("toolkit-1").out).toContain("boolean replugger   paper 4 cycles, here -");
  const unknown = asked("toolkit-9");
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining("there is no table toolkit-9")]);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadWeaveMap } from "./project.js";

let folder = "";
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "weft-map-file-"))));
afterEach(() => rmSync(folder, { recursive: true }));

test("a kernel without a weave map has none, and nothing is told", async () => {
  expect((await loadWeaveMap(join(folder, "weave-map.json"))).problem).toBeUndefined();
});

test("a weave map that can't be read is told: it is not the same as nothing woven", async () => {
  const file = join(folder, "weave-map.json");
  mkdirSync(file);
  expect((await loadWeaveMap(file)).problem).toMatch(/^the weave map can't be read: /);
  rmSync(file, { recursive: true });
  writeFileSync(file, '{"version":2,');
  expect((await loadWeaveMap(file)).problem).toMatch(/^the weave map can't be read: /);
});

// The longer part of tests/golden/machine-tools.test.ts: what building, measuring, booting and recording start.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { judgePrograms, startedPrograms } from "../support/started-programs.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const weft = join(root, "weaver-bridge/dist/weft.js");
const place = mkdtempSync(join(tmpdir(), "weft-tools-"));
const kernel = join(place, "kernel");
const isBuilt = /\/(?:build|\.weft)(?:\/|$)/;
cpSync(join(root, "sample-projects/mini-unix"), kernel, {
  recursive: true,
  filter: (path) => !isBuilt.test(path.slice(root.length)),
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

// In this order: what is run was built.
test.each([
  [["build"], [0], ["binutils", "clang", "gcc", "make"]],
  // The kernel ends QEMU through a device, which makes 33 of its 16.
  [["run"], [33], ["qemu"]],
  [["cost"], [0], ["binutils", "clang", "gcc"]],
  [["guards"], [0], ["gcc"]],
])("weft %j starts nothing that the table does not have", (words, allowed, tools) => {
  const started = startedPrograms([process.execPath, weft, ...words], kernel, allowed);
  const judged = judgePrograms(started);
  expect(judged.unknown).toEqual([]);
  expect(judged.tools).toEqual(expect.arrayContaining(tools));
});

import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readUnitRecords, recordFile, writeUnitRecord } from "./unit-record.js";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "weft-record-")));
});
afterEach(() => rmSync(folder, { recursive: true }));

const command = { directory: "/src", file: "a.c", arguments: ["gcc", "-c", "a.c"], output: "a.o" };
const record = {
  version: 2,
  command,
  aspects: "digest",
  map: { version: 2, source: "a.c", directory: "/src", status: "unchanged", effects: [], generated: [] },
} as const;

test("a record comes back, a torn or foreign file beside it does no harm", () => {
  const project = { root: join(folder, "one") };
  writeUnitRecord(project, record);
  writeFileSync(join(project.root, ".weft/units/torn.json"), '{"version": 1, "comm');
  writeFileSync(join(project.root, ".weft/units/null.json"), "null");
  expect(readUnitRecords(project)).toEqual([{ ...record, root: project.root }]);
  expect(recordFile(project, command)).toContain(".weft/units/");
});

test("a copied project does not take the original's objects for its own", () => {
  writeUnitRecord({ root: join(folder, "one") }, record);
  cpSync(join(folder, "one"), join(folder, "two"), { recursive: true });
  expect(readUnitRecords({ root: join(folder, "two") })).toEqual([]);
});

test("a project reached through a link is the same project", () => {
  writeUnitRecord({ root: join(folder, "one") }, record);
  symlinkSync("one", join(folder, "link"));
  expect(readUnitRecords({ root: join(folder, "link") })).toHaveLength(1);
});

test("a unit is its source and its object, however a command spells them and wherever it runs", () => {
  const project = { root: folder };
  mkdirSync(join(folder, "kernel/sched"), { recursive: true });
  symlinkSync("kernel/sched", join(folder, "link"));
  const fileOf = (directory: string, file: string, output: string) =>
    recordFile(project, { directory: join(folder, directory), file, output, arguments: [] });
  const known = fileOf("kernel/sched", "core.c", "core.o");
  expect(fileOf("kernel/sched", join(folder, "kernel/sched/core.c"), "core.o")).toBe(known);
  expect(fileOf("kernel", "sched/core.c", "../kernel/sched/core.o")).toBe(known);
  expect(fileOf("link", "core.c", "core.o")).toBe(known);
  expect(fileOf("kernel/sched", "core.c", "other.o")).not.toBe(known);
  expect(fileOf("kernel", "core.c", "sched/core.o")).not.toBe(known);
});

test("what an older Weft left of a unit under another name counts no more once it is compiled again", () => {
  const project = { root: folder };
  writeUnitRecord(project, { ...record, aspects: "old" });
  renameSync(recordFile(project, command), join(folder, ".weft/units/00.json"));
  expect(readUnitRecords(project).map(({ aspects }) => aspects)).toEqual(["old"]);
  writeUnitRecord(project, record);
  expect(readUnitRecords(project).map(({ aspects }) => aspects)).toEqual(["digest"]);
});

/** `weft refactor` as a command: it writes only when told to and proven, all files or none; its JSON is what the schema says. */
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { schemaErrors } from "../test/schemas.js";
import { folderWith, weft } from "../test/weft-process.js";

const PROJECT = JSON.stringify({
  name: "p",
  language: "c",
  aspects: [],
  commands: { compiler: "gcc", flags: ["-m32", "-O2"], files: ["*.c"] },
});
const PAIR = `void lock(void); void unlock(void);
extern int level;
void up(void)
{
	lock();
	level++;
	unlock();
}
`;
const NAMED = `void trace(const char *);
extern int level;
void up(void)
{
	trace("up");
	level++;
}
`;
const EXTRACT = ["refactor", "extract-pair", "a.c", "--begin", "5", "--end", "7", "--name", "Locking"];

test("shows and proves without writing; --apply writes what was proven", () => {
  const folder = folderWith({ "weft.json": PROJECT, "a.c": PAIR });
  const shown = weft(folder, EXTRACT);
  expect(shown.code, shown.err).toBe(0);
  expect(shown.out).toContain("+aspect Locking {");
  expect(shown.out).toContain("object code of p unchanged");
  expect(readFileSync(join(folder, "a.c"), "utf8")).toBe(PAIR);
  const applied = weft(folder, [...EXTRACT, "--apply", "--json"]);
  expect(applied.code, applied.err).toBe(0);
  const result = JSON.parse(applied.out);
  expect(schemaErrors("refactor", result)).toBe("");
  expect(result).toMatchObject({ applied: true, proof: { status: "unchanged", compared: 1 } });
  expect(readFileSync(join(folder, "a.c"), "utf8")).not.toContain("lock();");
  expect(JSON.parse(readFileSync(join(folder, "weft.json"), "utf8")).aspects).toEqual(["aspects/locking.ah"]);
  expect(weft(folder, ["check"]).code).toBe(0);
});

test("what is not proven is not written, except by force", () => {
  const folder = folderWith({ "weft.json": PROJECT, "a.c": NAMED });
  const words = ["refactor", "extract-pair", "a.c", "--begin", "5", "--name", "Trace", "--apply"];
  const refused = weft(folder, words);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain("refactor/not-applied");
  expect(readFileSync(join(folder, "a.c"), "utf8")).toBe(NAMED);
  expect(existsSync(join(folder, "aspects"))).toBe(false);
  const forced = weft(folder, [...words, "--force"]);
  expect(forced.out).toContain("applied to 3 files");
  expect(existsSync(join(folder, "aspects/trace.ah"))).toBe(true);
});

test("all files or none: a folder that can't be written leaves the others as they were", () => {
  const folder = folderWith({ "weft.json": PROJECT, "a.c": PAIR, "locked/keep": "" });
  chmodSync(join(folder, "locked"), 0o555);
  const words = [...EXTRACT, "--into", "locked/locking.ah", "--apply", "--no-proof"];
  const run = weft(folder, words, { obeyModes: true });
  expect(run.code).toBe(1);
  expect(run.err).toContain("permission denied");
  expect(readFileSync(join(folder, "a.c"), "utf8")).toBe(PAIR);
  expect(readFileSync(join(folder, "weft.json"), "utf8")).toBe(PROJECT);
});

test("says what can't be done, and where; a configuration that is not there is a problem of weft.json", () => {
  const folder = folderWith({ "weft.json": PROJECT, "a.c": PAIR });
  const run = weft(folder, ["refactor", "extract-pair", "a.c", "--begin", "1", "--json"]);
  expect(run.code).toBe(1);
  const result = JSON.parse(run.out);
  expect(schemaErrors("refactor", result)).toBe("");
  expect(result.problems[0]).toMatchObject({ code: "refactor/selection", range: { startLine: 1 } });
  const wrong = folderWith({ "weft.json": PROJECT.replace('"aspects"', '"configuration":"smp","aspects"') });
  expect(weft(wrong, ["check"]).err).toContain('has no configuration named "smp"');
});

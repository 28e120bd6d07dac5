/** The diff is made from edits; `git apply` is the judge of whether it says what they do. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyTextEdits } from "./text-edits.js";
import { unifiedDiff } from "./unified-diff.js";

const OLD = Array.from({ length: 30 }, (_, line) => `line ${line}\n`).join("");
const at = (word: string, length: number, text: string) => {
  const start = OLD.indexOf(word);
  return { range: { start, end: start + length }, text };
};

test("lines that are changed, taken out and put in, near each other and far", () => {
  const wanted = [at("line 2\n", 7, ""), at("line 7", 0, "new\n"), at("25", 2, "xx")];
  const folder = mkdtempSync(join(tmpdir(), "weft diff "));
  const file = join(folder, "a.c");
  writeFileSync(file, OLD);
  execFileSync("git", ["apply"], { cwd: folder, input: unifiedDiff("a.c", OLD, wanted) });
  expect(readFileSync(file, "utf8")).toBe(applyTextEdits(OLD, wanted));
});

test("nothing changed is no diff, and a new file is all added", () => {
  expect(unifiedDiff("a.c", OLD, [])).toBe("");
  expect(unifiedDiff("b.c", undefined, [], "one\ntwo\n")).toBe(
    "--- /dev/null\n+++ b/b.c\n@@ -0,0 +1,2 @@\n+one\n+two\n",
  );
});

// A test that does not run says so. Where a tool is missing `requireTool` decides, which fails where tools are promised; no
// other word skips a test, and none returns early because a file or program is not there: that would pass without a look.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Why these may. */
const MAY: Readonly<Record<string, string>> = {
  "tests/support/require-tool.ts": "is the one place that skips",
  "tests/golden/support/golden-folder.test.ts": "a golden that is being written can't be missing",
  "tests/architecture/nothing-skipped.test.ts": "shows what is found",
};
const SKIPS = /\b(?:test|it|describe|suite|context|ctx)\.(?:skip|skipIf|runIf|todo)\b|\bskip: /;
const LEAVES =
  /if \([^;{]*(?:existsSync|onPath|findOnPath|programInPath|isInstalled|whyNot?\b|hasTool|\bmissing\b)[^;{]*\) (?:return|continue)\b(?! [^;]*\w)/;

test("no test is skipped, or left early, because something is missing", () => {
  const { stdout } = spawnSync(
    "git",
    ["ls-files", "-co", "--exclude-standard", "tests", "*.test.ts", "*.test.mjs"],
    {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 1e8,
    },
  );
  const files = stdout
    .split("\n")
    .filter((file) => /\.(?:test\.ts|test\.mjs|ts)$/.test(file) && existsSync(join(root, file)));
  expect(files.length).toBeGreaterThan(500);
  const found = files
    .filter((file) => !(file in MAY) && !file.startsWith("tests/bench/"))
    .flatMap((file) => leavesOf(readFileSync(join(root, file), "utf8")).map((line) => `${file}: ${line}`));
  expect(found).toEqual([]);
});

test("such lines are found", () => {
  expect(leavesOf("test.skip('a', f)\nit.runIf(has)('b', f)")).toHaveLength(2);
  expect(
    leavesOf("  if (!existsSync(path)) return;\n  if (findOnPath(x) === undefined) continue;"),
  ).toHaveLength(2);
  expect(leavesOf("  if (!existsSync(path)) return undefined;\n  if (count > 1) return;")).toEqual([]);
});

function leavesOf(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => SKIPS.test(line) || LEAVES.test(line))
    .map((line) => line.trim());
}

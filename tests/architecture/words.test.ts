/**
 * Names are the field's words (ARCHITECTURE.md, *Words*). Private participles that were once in use stay where they are until
 * their file is changed: each file here may have as many as it has, no other one any.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** In a name: what is looked for is a candidate, what a header brings a slice, what is reported a diagnostic. */
const PARTICIPLE = /\b\w*(?:[sS]ought|[bB]rought|[sS]aidBy|[iI]nVain|[tT]oldBy)\w*\b/g;

const KNOWN: Readonly<Record<string, number>> = {
  "language-server/src/analysis/order/order-fixes.ts": 1,
  "language-server/src/analysis/problems.ts": 2,
  "tests/bench/live-stress/guests.ts": 1,
  "weaver-bridge/compile/build/build-commands.ts": 2,
  "weaver-bridge/live-weave/resolve/index.ts": 1,
  "weaver-bridge/live-weave/resolve/units-with-code.ts": 2,
  "weaver-bridge/live-weave/shared-advice.ts": 2,
  "weaver-bridge/pipeline/unit/analyse-unit.ts": 45,
  "weaver-bridge/pipeline/unit/gcc-only.ts": 2,
  "weaver-bridge/pipeline/unit/nested-functions.ts": 2,
  "weaver-bridge/pipeline/unit/ordered-text.ts": 3,
  "weaver-bridge/pipeline/unit/parse-unit.ts": 4,
  "weaver-bridge/pipeline/unit/preprocess-unit.ts": 5,
  "weaver-bridge/pipeline/unit/sought-names.ts": 10,
  "weaver-bridge/pipeline/specialize/specialize-unit.ts": 3,
  "weaver-bridge/pipeline/unit/with-brought-code.ts": 22,
  "weaver-bridge/pointcut/index.ts": 2,
  "weaver-bridge/pointcut/matching/filters/text-search.ts": 8,
  "weaver-bridge/weaver/aspect-text/brought-code.ts": 4,
  "weaver-bridge/weaver/explain-line.ts": 4,
  "weaver-bridge/weaver/index.ts": 3,
};

const names = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\/|(?<![:"'`\\])\/\/.*/g, "")
    .replace(/"[^"\n]*"|'[^'\n]*'/g, "")
    .match(PARTICIPLE)?.length ?? 0;

test("names in code are counted, words for people are not", () => {
  expect(names('const sought = 1; // brought\nsay("it was brought"); withBrought(sought);')).toBe(3);
  expect(names("thoughtful, candidates")).toBe(0);
});

test("no file has more private participles in its names than it had", () => {
  const found: Record<string, number> = {};
  const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs"], { cwd: root, encoding: "utf8" });
  for (const file of files.trim().split("\n"))
    if (!/\.test\./.test(file)) {
      const count = names(readFileSync(`${root}${file}`, "utf8"));
      if (count > 0) found[file] = count;
    }
  const more = Object.entries(found).filter(([file, count]) => count > (KNOWN[file] ?? 0));
  expect(Object.fromEntries(more)).toEqual({});
});

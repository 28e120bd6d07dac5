import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compareGolden, goldenCases, updating } from "./golden-folder.js";
import { inFolder } from "./weave-source.js";

test.skipIf(updating)("a missing golden, an orphan and a changed one are all reported", () =>
  inFolder((folder) => {
    writeFileSync(join(folder, "in.c"), "int x;\n");
    writeFileSync(join(folder, "old.txt"), "x");
    writeFileSync(join(folder, "woven.c"), "a\nb\n");
    const produced = { "woven.c": "a\nc\n", "spans.txt": "s\n", "problems.txt": "" };
    expect(compareGolden(folder, ["in.c"], produced)).toEqual([
      'woven.c:2: expected "b", got "c"',
      "spans.txt: missing; run npm run golden:update and read the diff",
      "old.txt: nothing produces this file (orphan)",
    ]);
    expect(compareGolden(folder, ["in.c", "old.txt"], { "woven.c": "a\nb\n" })).toEqual([]);
  }),
);

test("a folder without cases is an error", () =>
  inFolder((folder) => {
    expect(() => goldenCases(folder)).toThrow("no golden cases");
    mkdirSync(join(folder, "one"));
    expect(goldenCases(folder)).toEqual(["one"]);
  }));

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { macroTextsIn } from "./macro-texts.js";

test("macros are read as they are defined, in all files, without comments and hidden line ends", () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-macros-"));
  const header = join(folder, "a.h");
  const source = join(folder, "b.c");
  writeFileSync(
    header,
    "#define lock(x) real(x)\n # define LONG \\\n  lock\n#define three 3 /* real(1) */\n// #define gone real\n#define lock_all other\n",
  );
  writeFileSync(
    source,
    '#ifdef Q\n#define lock(x) spin(x)\n#endif\n#define lock(x) real(x)\nchar *s = "#define lock no";\n',
  );
  const texts = macroTextsIn([header, "<built-in>", join(folder, "missing.h"), source]);
  expect(texts("lock")).toEqual(["real(x)", "spin(x)"]);
  expect(texts("LONG")).toEqual(["lock"]);
  expect(texts("three")).toEqual(["3"]);
  expect(texts("gone")).toEqual([]);
  expect(texts("real")).toEqual([]);
  expect([texts("operator++"), texts("operator|"), texts("(")]).toEqual([[], [], []]);
});

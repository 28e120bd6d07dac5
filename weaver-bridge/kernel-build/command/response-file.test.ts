import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expandResponseFiles } from "./response-file.js";

test("files that name each other again and again come to an end", () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-response-"));
  try {
    writeFileSync(join(folder, "words"), "-DA '-DB=1 2' @none");
    writeFileSync(join(folder, "many"), "@many @many");
    expect(expandResponseFiles(["gcc", "@words", "a.c"], folder)).toEqual([
      "gcc",
      "-DA",
      "-DB=1 2",
      "@none",
      "a.c",
    ]);
    const words = expandResponseFiles(["gcc", "@many"], folder);
    expect(words.length).toBeLessThan(2_000);
    expect(new Set(words)).toEqual(new Set(["gcc", "@many"]));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeOutputs } from "./write-outputs.js";

test("a link under the name that a file has while it is written is not followed", () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-outputs-"));
  try {
    const [outside, made] = [join(folder, "outside"), join(folder, "a.c")];
    writeFileSync(outside, "mine\n");
    // The number of the process can be guessed, as in a container.
    for (let count = 0; count < 50; count++)
      symlinkSync(outside, join(folder, `.weft-${process.pid}-${count}-a.c`));
    expect(() => writeOutputs([{ path: made, text: "text\n" }])).toThrow("EEXIST");
    expect(readFileSync(outside, "utf8")).toBe("mine\n");
    expect(readdirSync(folder)).not.toContain("a.c");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

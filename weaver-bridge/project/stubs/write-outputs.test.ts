import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
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
    expect(() => writeOutputs(folder, [{ path: made, text: "text\n" }])).toThrow("EEXIST");
    expect(readFileSync(outside, "utf8")).toBe("mine\n");
    expect(readdirSync(folder)).not.toContain("a.c");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("nothing is written elsewhere than in the folder, by .. or by links, there or not", () => {
  const all = mkdtempSync(join(tmpdir(), "weft-outputs-"));
  try {
    const [folder, outside] = [join(all, "folder"), join(all, "outside")];
    for (const made of [folder, outside]) mkdirSync(made);
    symlinkSync(outside, join(folder, "link"));
    symlinkSync(join(outside, "gone"), join(folder, "nowhere"));
    for (const name of [
      "../outside/a.c",
      "../new/a.c",
      "link/a.c",
      "link/new/a.c",
      "nowhere",
      "nowhere/a.c",
    ]) {
      const files = ["b.c", name].map((one) => ({ path: join(folder, one), text: "text\n" }));
      expect(() => writeOutputs(folder, files), name).toThrow(/leads out of/);
    }
    expect(readdirSync(outside)).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(["link", "nowhere"]);
    // By a link the folder itself may be reached.
    symlinkSync(folder, join(all, "other"));
    writeOutputs(join(all, "other"), [{ path: join(all, "other/new/a.c"), text: "text\n" }]);
    expect(readdirSync(join(folder, "new"))).toEqual(["a.c"]);
  } finally {
    rmSync(all, { recursive: true });
  }
});

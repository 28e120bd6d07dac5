/** A kernel for another machine is named, and what can be done with it. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ImageError, readKernelImage } from "./kernel-image.js";

test("an x86_64 kernel is refused by name, in one line", () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-other-machine-"));
  try {
    writeFileSync(join(folder, "a.c"), "int f(int a) { return a + 1; }");
    execFileSync("gcc", ["-m64", "-g", "-c", "a.c"], { cwd: folder, timeout: 60_000 });
    const file = join(folder, "a.o");
    const read = () => readKernelImage(file);
    expect(read).toThrow(ImageError);
    expect(read).toThrow(`${file} is for x86_64: live weaving is for i386 kernels alone`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

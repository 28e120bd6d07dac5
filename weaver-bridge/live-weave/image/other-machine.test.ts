/** A kernel for another machine is named, and what can be done with it. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ImageError, readKernelImage } from "./kernel-image.js";

test("an x86_64 image that 32 bits do not reach is refused by name, in one line", () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-other-machine-"));
  try {
    writeFileSync(join(folder, "a.c"), "int f(int a) { return a + 1; }");
    const run = (program: string, words: string) =>
      execFileSync(program, words.split(" "), { cwd: folder, timeout: 60_000 });
    run("gcc", "-m64 -g -mcmodel=large -fno-pic -c a.c");
    run("ld", "-m elf_x86_64 -e 0 -Ttext=0xffff800000100000 -o far a.o");
    run("ld", "-m elf_x86_64 -e 0 -Ttext=0xffffffff80100000 -o high a.o");
    run("ld", "-m elf_x86_64 -e 0 -Ttext=0x100000 -o low a.o");
    const file = join(folder, "far");
    const read = () => readKernelImage(file);
    expect(read).toThrow(ImageError);
    expect(read).toThrow(
      `${file} is for x86_64, and its section .text is at 0xffff800000100000: live weaving is for kernels in the lowest or the highest 2 GB`,
    );
    const placed = ["high", "low"].map((name) => readKernelImage(join(folder, name)).named("f")[0]?.address);
    expect(placed).toEqual([-0x7ff00000, 0x100000]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

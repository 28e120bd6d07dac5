/** What compilers make of a function on the way that is taken: its instructions up to the first `ret`. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** For 32-bit x86 at -O2, arguments in registers as kernels pass them; mnemonics, `lock` being one of its own. */
export function compiledInstructions(text: string, name: string, compiler = "gcc"): string[] {
  const folder = mkdtempSync(join(tmpdir(), "weft-instructions-"));
  try {
    writeFileSync(join(folder, "a.c"), text);
    const words = ["-m32", "-march=i686", "-O2", "-w", "-mregparm=3", "-fno-pic", "-fno-pie"];
    const sparse = ["-fno-asynchronous-unwind-tables", "-c", "a.c", "-o", "a.o"];
    execFileSync(compiler, [...words, ...sparse], { cwd: folder, timeout: 30_000 });
    const listed = execFileSync("objdump", ["-d", "--no-show-raw-insn", "a.o"], {
      ...{ cwd: folder, encoding: "utf8" },
    });
    const way = new RegExp(`<${name}>:\\n([\\s\\S]*?\\tret)`).exec(listed)?.[1];
    if (way === undefined) throw new Error(`${compiler} made no ${name} that returns`);
    return Array.from(way.matchAll(/^\s+\w+:\t(\w+)/gm), ([, one]) => one as string);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

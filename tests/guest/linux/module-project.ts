/** A project of one module, for the kernel that the gate built, whose first program loads it. */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packFirstProgram } from "./first-program.js";

export interface ModuleProject {
  readonly folder: string;
  /** Of the module. */
  readonly source: string;
}

/** Of the sources in the folder of this name beside here. Its own folder is gone when `work` has ended. */
export async function withModuleProject(
  sample: string,
  name: string,
  work: (project: ModuleProject) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "weft-module-"));
  const kernel = join(sample, "build/linux");
  const run = (program: string, ...words: string[]) =>
    execFileSync(program, words, { cwd: folder, timeout: 300_000, stdio: ["ignore", "pipe", "pipe"] });
  try {
    for (const file of [`${name}.c`, "init.c"])
      copyFileSync(join(import.meta.dirname, name, file), join(folder, file));
    writeFileSync(join(folder, "Makefile"), `obj-m := ${name}.o\n`);
    linkerScript(kernel);
    // Nothing but the kernel was linked, so the module's undefined names are found when it is loaded.
    run("make", "-C", kernel, "ARCH=i386", `M=${folder}`, "KBUILD_MODPOST_WARN=1", "modules");
    packFirstProgram(kernel, folder, join(folder, "init.c"), [
      "dir /proc 0755 0 0",
      `file /${name}.ko ${join(folder, `${name}.ko`)} 0755 0 0`,
    ]);
    const project = JSON.parse(readFileSync(join(sample, "weft.json"), "utf8"));
    const own = {
      ...{ name, language: "c" },
      build: { make: ["true"], symbols: join(kernel, "vmlinux") },
      run: { ...project.run, kernel: join(kernel, "arch/x86/boot/bzImage"), initrd: "initramfs" },
      kernelContext: "linux",
    };
    writeFileSync(join(folder, "weft.json"), JSON.stringify(own));
    await work({ folder, source: join(folder, `${name}.c`) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Kbuild makes it with the first module of the kernel's own, of which this kernel has none. */
function linkerScript(kernel: string): void {
  const includes = ["arch/x86/include", "arch/x86/include/generated", "include"].map((path) => `-I${path}`);
  const macros = ["-include", "include/linux/kconfig.h", "-D__ASSEMBLY__", "-DLINKER_SCRIPT"];
  const words = ["-E", "-P", "-nostdinc", ...includes, ...macros, "-xc", "scripts/module.lds.S"];
  execFileSync("gcc", [...words, "-o", "scripts/module.lds"], { cwd: kernel, timeout: 60_000 });
}

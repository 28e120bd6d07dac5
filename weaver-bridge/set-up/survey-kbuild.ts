/** Linux and what is built like it: its ways are known. */
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Survey } from "./survey-result.js";

export function isKbuild(root: string): boolean {
  return existsSync(join(root, "Kbuild")) && existsSync(join(root, "scripts/Kconfig.include"));
}

export function surveyKbuild(root: string): Survey {
  const file = join(root, ".config");
  const config = existsSync(file) ? readFileSync(file, "utf8") : "";
  const is64 = /^CONFIG_X86_64=y$/m.test(config);
  const run = {
    ...(is64 ? { architecture: "x86_64" as const } : {}),
    kernel: "arch/x86/boot/bzImage",
    append: "console=ttyS0 panic=-1",
    memory: 256,
  };
  const goals = [`ARCH=${is64 ? "x86_64" : "i386"}`, "bzImage"];
  return {
    root,
    name: basename(root),
    kind: "kbuild",
    units: 0,
    build: [
      { name: "build.make", value: ["make", ...goals], because: "Kbuild takes the compiler as CC" },
      { name: "build.clean", value: ["make", "clean"], because: "the makefile has a target of that name" },
    ],
    symbols: "vmlinux",
    boot: { run, left: [], because: "how Linux boots on QEMU" },
    entry: { name: "start_kernel", file: "init/main.c", hasParameters: false },
    hasDebugInfo: true,
    objects: [],
    open: [
      ...(config === ""
        ? ["there is no .config yet: make one first, for example with make ARCH=i386 defconfig"]
        : []),
      ...(/^CONFIG_DEBUG_INFO=y$/m.test(config)
        ? []
        : ["CONFIG_DEBUG_INFO is off, so the debugger would see no lines"]),
    ],
  };
}

/** Linux and what is built like it: its ways are known, and `.config` says the rest. */
import { existsSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { readRegular } from "../kernel-build/index.js";
import { initialFileSystem } from "./initial-file-system.js";
import type { ProposedSetting, Survey } from "./survey-result.js";

/** What a `.config` switches on, or gives a text. */
type KernelConfig = ReadonlySet<string>;

export function isKbuild(root: string): boolean {
  return existsSync(join(root, "Kbuild")) && existsSync(join(root, "scripts/Kconfig.include"));
}

/** `command`: how it is made, where not by its default. */
export function surveyKbuild(root: string, command?: readonly string[]): Survey {
  const out = outputFolder(root, command);
  const config = readConfig(resolve(root, out));
  const known = { root, name: basename(root), kind: "kbuild" as const, units: 0, objects: [] };
  const wrong = config === undefined ? NO_CONFIG : config.has("X86") ? undefined : OTHER_MACHINE;
  if (config === undefined || wrong !== undefined)
    return { ...known, build: [], hasDebugInfo: true, open: wrong === undefined ? [] : [wrong] };
  const architecture: "i386" | "x86_64" = config.has("X86_64") ? "x86_64" : "i386";
  const isWanted = config.has("BLK_DEV_INITRD") && !config.has("INITRAMFS_SOURCE");
  const userSpace = isWanted ? initialFileSystem({ root, out, architecture }) : undefined;
  const words = ["console=ttyS0", ...(config.has("RANDOMIZE_BASE") ? ["nokaslr"] : []), "panic=-1"];
  const run = {
    ...(architecture === "i386" ? {} : { architecture }),
    kernel: join(out, "arch/x86/boot/bzImage"),
    ...(userSpace === undefined ? {} : { initrd: userSpace.image }),
    append: words.join(" "),
    memory: 256,
  };
  return {
    ...known,
    build: [
      ...buildSettings(architecture, command),
      ...(userSpace === undefined ? [] : [userSpace.setting]),
      ...aspectSettings(root),
    ],
    symbols: join(out, "vmlinux"),
    boot: { run, left: [], because: "how Linux boots on QEMU" },
    entry: { name: "start_kernel", file: "init/main.c", hasParameters: false },
    ...(userSpace === undefined ? {} : { files: userSpace.files }),
    // Its own configuration says so, not words for the compiler.
    hasDebugInfo: true,
    open: missingOptions(config, architecture),
  };
}

const NO_CONFIG =
  "there is no .config yet: make one first, for example with make ARCH=i386 defconfig, or, for a small one, make ARCH=i386 tinyconfig kvm_guest.config";
const OTHER_MACHINE = ".config is for another machine than x86: make one with ARCH=i386 or ARCH=x86_64";

/** Relative to the root: `O=out` says where everything goes that is made. */
function outputFolder(root: string, command: readonly string[] = []): string {
  const named = command.find((word) => word.startsWith("O="))?.slice(2) ?? ".";
  return relative(root, resolve(root, named)) || ".";
}

/** `folder`: absolute. */
function readConfig(folder: string): KernelConfig | undefined {
  const file = join(folder, ".config");
  if (!existsSync(file)) return undefined;
  const on = readRegular(file, "utf8").matchAll(/^CONFIG_(\w+)=(?:y|"[^"\n]+")$/gm);
  return new Set([...on].map(([, name = ""]) => name));
}

function buildSettings(architecture: string, command?: readonly string[]): ProposedSetting[] {
  return [
    {
      name: "build.make",
      value: command ?? ["make", `ARCH=${architecture}`, "bzImage"],
      because: "Kbuild takes the compiler as CC; .config says for which machine",
    },
    {
      name: "build.clean",
      value: ["make", `ARCH=${architecture}`, "clean"],
      because: "the makefile has a target of that name",
    },
  ];
}

/** What only Linux has: then advice is checked against it, and cflow is kept for each task. */
function aspectSettings(root: string): ProposedSetting[] {
  if (!existsSync(join(root, "include/linux/sched.h"))) return [];
  return [
    { name: "kernelContext", value: "linux", because: "advice that may sleep where Linux must not is told" },
    {
      name: "currentThread",
      value: { expression: "current", struct: "task_struct", before: "thread" },
      because: "cflow is kept for each task; thread must stay the last field",
    },
  ];
}

/** Without which no line comes, nothing is stopped in, or user space never begins. */
const WANTED: readonly (readonly [name: string, switched: string, without: string])[] = [
  ["PRINTK", "-e PRINTK", "the kernel says nothing"],
  ["SERIAL_8250_CONSOLE", "-e TTY -e SERIAL_8250 -e SERIAL_8250_CONSOLE", "no line comes to the console"],
  [
    "DEBUG_INFO",
    "-e DEBUG_KERNEL -d DEBUG_INFO_NONE -e DEBUG_INFO_DWARF4",
    "the debugger would see no lines",
  ],
  ["BLK_DEV_INITRD", "-e BLK_DEV_INITRD", "there is nothing to start once it is up"],
  ["BINFMT_ELF", "-e BINFMT_ELF", "no program can be started"],
];

function missingOptions(config: KernelConfig, architecture: string): string[] {
  const missing = WANTED.filter(([name]) => !config.has(name));
  if (missing.length === 0) return [];
  const told = missing.map(([name, , without]) => `CONFIG_${name} is off, so ${without}`);
  const switches = missing.map(([, switched]) => switched).join(" ");
  return [`${told.join("; ")}: ./scripts/config ${switches} && make ARCH=${architecture} olddefconfig`];
}

/**
 * Cross compilers that a kernel asks for and that are not on the machine: gcc and binutils of an x86 host do the same work
 * with other words. Says which, and what nobody can stand in for.
 */
import { readdirSync } from "node:fs";
import { delimiter } from "node:path";
import { findInPath, isCompilerName } from "../kernel-build/index.js";
import { lookUp, unlessRefused } from "../model/index.js";

/** Words that builds print look like programs as well: only what is known as one can be missing. */
function isTool(name: string): boolean {
  return (
    isCompilerName(name) ||
    /^(.+-)?(ld|as|ar|nm|objcopy|objdump|strip|ranlib)$/.test(name) ||
    /^(nasm|yasm|fasm|genisoimage|mkisofs|xorriso|grub-mkrescue|qemu-img|mcopy|mformat|mmd|mkfs\.\w+|python3?|perl|bison|flex|bc|m4|cpio|gzip|xz|zip|magick|convert|dtc|iasl|cargo|rustc|go|wget|curl|git|patch|rsync|sfdisk|parted|losetup|limine|limine-deploy)$/.test(
      name,
    )
  );
}

/** No program, or one of the shell's own. */
const OF_SHELL =
  /^(if|then|else|elif|fi|for|do|done|while|until|case|esac|in|echo|printf|test|\[|cd|set|unset|export|exit|true|false|read|trap|shift|return|break|continue|eval|exec|source|ulimit|umask|wait|command|type|pwd|function|local|time|make|gmake)$/;

/** What starts kernels: Weft has QEMU for that. */
const OTHER_MACHINES = /^(VirtualBox|VBoxManage|bochs|qemu(-system-.*)?|killall|gdb|xterm|gnome-terminal)$/;

/**
 * A freestanding compiler makes no position-independent code and no checks that need a library; its linker adds no note of its
 * own before the first section and no pages between code and data, by which a boot loader's header would come too late; its
 * `limits.h` asks for no second one of a C library.
 */
const FREESTANDING = "-D_LIBC_LIMITS_H_ -Wl,--build-id=none -Wl,-z,noseparate-code";
const WORDS: Readonly<Record<"32" | "64", Readonly<Record<string, string>>>> = {
  "32": {
    gcc: `gcc -m32 -fno-pie -no-pie -fno-stack-protector -U__linux__ -Ulinux ${FREESTANDING}`,
    "g++": `g++ -m32 -fno-pie -no-pie -fno-stack-protector -U__linux__ -Ulinux ${FREESTANDING}`,
    ld: "ld -m elf_i386 -z noseparate-code",
    as: "as --32",
  },
  "64": {
    gcc: `gcc -m64 -fno-pie -no-pie -fno-stack-protector -U__linux__ -Ulinux ${FREESTANDING}`,
    "g++": `g++ -m64 -fno-pie -no-pie -fno-stack-protector -U__linux__ -Ulinux ${FREESTANDING}`,
    ld: "ld -m elf_x86_64 -z noseparate-code",
    as: "as --64",
  },
};
const SAME_EVERYWHERE = /^(ar|nm|objcopy|objdump|strip|ranlib|size|readelf|addr2line|strings|c\+\+filt)$/;

/** `undefined` where nothing of this machine does the same. */
export function standInFor(name: string, here = programsHere()): string | undefined {
  const [, prefix = "", tool = ""] = /^(.*-)?([a-z][a-z+.0-9]*)$/.exec(name) ?? [];
  const newest = newestVersion(name, here);
  if (newest !== undefined) return newest;
  const wide = /x86_64|amd64|x64/.test(prefix) ? "64" : /i[3-7]86|x86|ia32/.test(prefix) ? "32" : undefined;
  if (wide === undefined) return undefined;
  const kind = lookUp({ cc: "gcc", "c++": "g++", cpp: "cpp", "ld.bfd": "ld" }, tool) ?? tool;
  const command = lookUp(WORDS[wide], kind) ?? (SAME_EVERYWHERE.test(kind) ? kind : undefined);
  return command !== undefined && here.has(command.split(" ")[0] as string) ? command : undefined;
}

/** `clang` where only `clang-19` is there. */
function newestVersion(name: string, here: ReadonlySet<string>): string | undefined {
  if (!/^(clang(\+\+)?|gcc|g\+\+|ld\.lld|llvm-\w+)$/.test(name)) return undefined;
  const versions = [...here].flatMap((one) => {
    const version = one.startsWith(`${name}-`) ? /^\d+$/.exec(one.slice(name.length + 1)) : null;
    return version === null ? [] : [Number(version[0])];
  });
  return versions.length === 0 ? undefined : `${name}-${Math.max(...versions)}`;
}

/** Names of what is in `PATH`. */
export function programsHere(path = process.env.PATH ?? ""): Set<string> {
  return new Set(path.split(delimiter).filter(Boolean).flatMap(namesIn));
}

function namesIn(folder: string): string[] {
  return unlessRefused(() => readdirSync(folder)) ?? [];
}

export interface MissingTools {
  /** Names and what can run in their place. */
  readonly standIns: Readonly<Record<string, string>>;
  readonly missing: readonly string[];
}

/** Who compiles with a cross compiler links with its linker, be it in a script that nobody has read. */
function withLinkers(programs: Iterable<string>): Set<string> {
  const names = new Set(programs);
  for (const name of [...names]) {
    const prefix = /^(.+-)(?:gcc|g\+\+)$/.exec(name)?.[1];
    if (prefix !== undefined && findInPath(name) === undefined) names.add(`${prefix}ld`);
  }
  return names;
}

export function missingTools(programs: Iterable<string>): MissingTools {
  const here = programsHere();
  const standIns: Record<string, string> = {};
  const missing: string[] = [];
  for (const name of withLinkers(programs)) {
    if (OF_SHELL.test(name) || OTHER_MACHINES.test(name) || findInPath(name) !== undefined) continue;
    const command = standInFor(name, here);
    if (command !== undefined) standIns[name] = command;
    else if (isTool(name)) missing.push(name);
  }
  return { standIns, missing };
}

/** Stand-ins for these compilers as they are: for builds that find them by name and take no variable. */
export function plainStandIns(programs: Iterable<string>): Record<string, string> {
  return Object.fromEntries(
    [...programs]
      .filter((name) => isCompilerName(name) && findInPath(name) !== undefined)
      .map((name) => [name, name]),
  );
}

/** What kernels for x86 usually ask for. */
export const CROSS_TOOLS: readonly string[] = ["i686-elf", "i386-elf", "i586-elf", "x86_64-elf"].flatMap(
  (prefix) =>
    ["gcc", "g++", "ld", "as", "ar", "nm", "objcopy", "objdump", "strip", "ranlib", "size"].map(
      (tool) => `${prefix}-${tool}`,
    ),
);

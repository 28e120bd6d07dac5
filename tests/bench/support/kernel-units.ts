/**
 * Units to measure on, with their compile commands: 20 of Linux, from small to large, when there is a configured tree
 * (the sample's, or `WEFT_BENCH_LINUX`), and mini-unix's otherwise. With `WEFT_BENCH_UNITS=NUMBER` as many of that tree,
 * spread evenly over it. Reads the flags that kbuild left in `.NAME.o.cmd`.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadProject, projectCommands } from "@weft/weaver-bridge/kernel-build";

export interface KernelUnit {
  readonly directory: string;
  /** Relative to the directory. */
  readonly source: string;
  /** Compiler and flags; no mode, input, output or dependency file. */
  readonly command: readonly string[];
}

export interface KernelUnits {
  /** Words that say what these are. */
  readonly name: string;
  readonly linux: boolean;
  readonly units: readonly KernelUnit[];
}

export const repository = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");

const LINUX_UNITS =
  `lib/sort.c lib/rbtree.c lib/string.c lib/vsprintf.c init/main.c kernel/cred.c kernel/exit.c
  kernel/fork.c kernel/kthread.c kernel/sched/core.c kernel/signal.c kernel/sys.c kernel/time/timer.c fs/exec.c fs/inode.c
  fs/namei.c fs/open.c mm/memory.c mm/mmap.c mm/page_alloc.c`.split(/\s+/);

export function kernelUnits(): KernelUnits {
  const tree = process.env.WEFT_BENCH_LINUX ?? join(repository, "sample-projects/linux/build/linux");
  const wanted = process.env.WEFT_BENCH_UNITS;
  const sources = wanted === undefined ? LINUX_UNITS : spreadUnits(tree, Number(wanted));
  const units = sources.flatMap((source) => linuxUnit(tree, source) ?? []);
  if (units.length > 0) return { name: `${units.length} units of Linux (${tree})`, linux: true, units };
  console.log(
    `No compiled Linux in ${tree}: mini-unix instead, whose units are tiny: starting weft is most of its cost.\n` +
      "Build sample-projects/linux first, or name a configured and compiled i386 tree in WEFT_BENCH_LINUX.\n",
  );
  return miniUnix();
}

/** Sources with a command of their own, by name. */
function spreadUnits(tree: string, count: number): string[] {
  if (!existsSync(tree)) return [];
  const all = readdirSync(tree, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".o.cmd") && !/^(?:scripts|tools|usr|\.)/.test(file))
    .map((file) => join(dirname(file), `${basename(file, ".o.cmd").slice(1)}.c`))
    .filter((source) => existsSync(join(tree, source)))
    .sort();
  return Array.from(
    { length: Math.min(count, all.length) },
    (_, at) => all[Math.floor((at * all.length) / count)] ?? "",
  );
}

export function linuxUnit(tree: string, source: string): KernelUnit | undefined {
  const name = basename(source, ".c");
  const kept = ["o", "i"]
    .map((kind) => join(tree, dirname(source), `.${name}.${kind}.cmd`))
    .find((file) => existsSync(file));
  if (kept === undefined || !existsSync(join(tree, source))) return undefined;
  const line = /^\S+ := (.*)$/m.exec(readFileSync(kept, "utf8"))?.[1] ?? "";
  return { directory: tree, source, command: flagsOf(shellWords(line.split(" ; ")[0] as string), source) };
}

/** The command without what names its files. */
function flagsOf(words: readonly string[], source: string): string[] {
  const compiler = words.findIndex((word) => /^(?:.*\/)?[\w-]*(?:gcc|clang)(?:-\d+)?$/.test(word));
  const output = words.indexOf("-o");
  return words.filter(
    (word, at) =>
      at >= compiler &&
      !(output !== -1 && (at === output || at === output + 1)) &&
      !/^(?:-[cES]|-Wp,-MM?D,.*)$/.test(word) &&
      word !== source,
  );
}

/** As the shell that ran it took it apart. */
function shellWords(line: string): string[] {
  const script = `printf '%s\\0' ${line.replaceAll("$(pound)", "#")}`;
  return execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
}

function miniUnix(): KernelUnits {
  const project = loadProject(join(repository, "sample-projects/mini-unix")).value;
  if (project === undefined) throw new Error("sample-projects/mini-unix is broken");
  const units = projectCommands(project).value.map((entry) => ({
    directory: entry.directory,
    source: entry.file,
    command: entry.arguments.slice(0, -2),
  }));
  return { name: `${units.length} units of mini-unix`, linux: false, units };
}

/** `sample-projects/mini-l4` in a folder of its own: built by its make with the stub generator under test, booted on QEMU. */
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeBundles } from "./bundles.js";

const repository = resolve(import.meta.dirname, "../..");
const launcher = join(repository, "weaver-bridge/cli/bin/weft");

/** One way to build the programs: an ABI and how its kernel is entered. */
export interface MiniL4Variant {
  readonly name: string;
  readonly abi: "x0" | "v2" | "v4";
  /** Words of make. */
  readonly words: readonly string[];
}

export const MINI_L4_VARIANTS: readonly MiniL4Variant[] = [
  { name: "X0 by int", abi: "x0", words: [] },
  { name: "X0 by sysenter", abi: "x0", words: ["BUILD=build/sysenter", "IDL_FLAGS=--sysenter"] },
  { name: "V2", abi: "v2", words: [] },
  { name: "V4", abi: "v4", words: [] },
];

/** Bundles `weft` and copies the sample to `root`. */
export function prepareMiniL4(root: string): void {
  makeBundles("weft");
  rmSync(root, { recursive: true, force: true });
  cpSync(join(repository, "sample-projects/mini-l4"), root, {
    recursive: true,
    filter: (source) => !/\/(build|\.weft)$/.test(source),
  });
}

/** Runs make; throws with its words when it fails. */
export function makeMiniL4(root: string, variant: MiniL4Variant, ...words: readonly string[]): void {
  const argv = [`KERNEL_ABI=${variant.abi}`, `IDL=${launcher} idl`, ...variant.words, ...words];
  const run = spawnSync("make", argv, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28, timeout: 200_000 });
  if (run.status !== 0) throw new Error(`make ${words.join(" ")}: ${run.stdout.slice(-500)}${run.stderr}`);
}

/** Boots a root task. `status` is QEMU's: 33 passed, 35 failed, 37 panic; null when it met its deadline. */
export function bootMiniL4(
  root: string,
  variant: MiniL4Variant,
  task: string,
): { status: number | null; serial: string } {
  const build = join(
    root,
    variant.words.includes("BUILD=build/sysenter") ? "build/sysenter" : `build/${variant.abi}`,
  );
  const argv = [
    "-kernel",
    join(build, "mini-l4.elf"),
    "-initrd",
    join(build, `${task}.elf`),
    "-m",
    "64",
    "-no-reboot",
  ];
  const quiet = ["-serial", "stdio", "-display", "none", "-monitor", "none"];
  const exit = ["-device", "isa-debug-exit,iobase=0xf4,iosize=0x04"];
  const run = spawnSync("qemu-system-i386", [...argv, ...quiet, ...exit], {
    encoding: "latin1",
    timeout: 60_000,
  });
  return { status: run.status, serial: run.stdout.replaceAll("\r", "") };
}

export function editMiniL4(root: string, file: string, change: (text: string) => string): void {
  writeFileSync(join(root, file), change(readFileSync(join(root, file), "latin1")), "latin1");
}

/** Builds of sample-projects/mini-ecos in a folder of their own, what they weigh, and what they say on QEMU. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { repository } from "../support/kernel-units.js";

export const SAMPLE = join(repository, "sample-projects/mini-ecos");
export const APPLICATIONS = ["mutex", "semaphore", "thread"] as const;
export type Application = (typeof APPLICATIONS)[number] | "functions";

/** Who puts the concerns in: their authors, by hand and `#ifdef`, or a weaver. */
export type Weaver = "original" | "ag++" | "weft";

export interface Build {
  readonly weaver: Weaver;
  readonly configuration: string;
  /** A kernel stack aspect. */
  readonly extension?: string;
}

export interface Built {
  readonly folder: string;
  /** What make or the weaver said when it failed. */
  readonly failure?: string;
}

const COMPILERS: Readonly<Record<Weaver, string>> = {
  original: "g++",
  "ag++": "ag++",
  weft: "weft ag++",
};

const BUILD_DEADLINE = 240_000;
const GUEST_DEADLINE = 60_000;

/** `paper`: the 13 of the paper's Figure 4. */
export function configurations(which: "paper" | "all"): string[] {
  const text = readFileSync(join(SAMPLE, "configurations.mk"), "utf8").replaceAll("\\\n", " ");
  const list = (name: string) =>
    new RegExp(`^${name} = (.*)$`, "m").exec(text)?.[1]?.trim().split(/\s+/) ?? [];
  return [...list("CONFIGURATIONS"), ...(which === "all" ? list("MORE_CONFIGURATIONS") : [])];
}

/** Builds live until {@link Builds.remove}. Each is made once. */
export class Builds {
  readonly #root = mkdtempSync(join(tmpdir(), "weft-ecos-"));
  readonly #done = new Map<string, Built>();

  build(build: Build): Built {
    const name = [build.weaver, build.configuration, build.extension].filter(Boolean).join("-");
    const known = this.#done.get(name);
    if (known !== undefined) return known;
    const folder = join(this.#root, name);
    const made = spawnSync("make", ["-s", "-j2", "-C", SAMPLE, ...variables(build), `BUILD=${folder}`], {
      env: {
        ...process.env,
        PATH: `${join(repository, "weaver-bridge/cli/bin")}${delimiter}${process.env.PATH ?? ""}`,
      },
      encoding: "utf8",
      timeout: BUILD_DEADLINE,
      maxBuffer: 1 << 28,
    });
    const built = made.status === 0 ? { folder } : { folder, failure: firstError(made.stderr, made.error) };
    this.#done.set(name, built);
    return built;
  }

  /** A folder of that name for a build that is made otherwise. */
  folder(name: string): string {
    return join(this.#root, name);
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}

function variables({ weaver, configuration, extension }: Build): string[] {
  return [
    `VARIANT=${weaver === "original" ? "original" : "aspects"}`,
    `CONFIG=${configuration}`,
    `CXX=${COMPILERS[weaver]}`,
    ...(extension === undefined ? [] : [`EXTENSION=${extension}`]),
  ];
}

export function firstError(said: string, error: Error | undefined): string {
  return /^.*error.*$/im.exec(said)?.[0].trim() ?? error?.message ?? said.trim().slice(-200);
}

export interface GuestOutput {
  readonly text: string;
  /** QEMU's exit code; undefined when the deadline ended it. */
  readonly status: number | undefined;
}

/** With one instruction per nanosecond of guest time: every run of an image is the same. */
export function boot(folder: string, application: Application): GuestOutput {
  const image = join(folder, `${application}.elf`);
  const run = spawnSync(
    "qemu-system-i386",
    [
      ...["-kernel", image, "-m", "16", "-no-reboot", "-display", "none", "-serial", "stdio"],
      ...["-icount", "shift=0,sleep=off", "-device", "isa-debug-exit,iobase=0xf4,iosize=0x04"],
    ],
    { input: "", encoding: "latin1", timeout: GUEST_DEADLINE },
  );
  return { text: run.stdout.replaceAll("\r", ""), status: run.status ?? undefined };
}

export interface Measured {
  /** Retired guest instructions of the application's sequence of system calls; the last of several equal rounds. */
  readonly instructions: number;
  /** Were the rounds equal? */
  readonly repeatable: boolean;
  /** Of each system call, in order. */
  readonly steps: readonly (readonly [name: string, instructions: number])[];
  /** Bytes, of all threads together. */
  readonly stack: number;
  /** Bytes: code, data and constants; data and zeroes. */
  readonly rom: number;
  readonly ram: number;
}

export function measure(folder: string, application: Application): Measured {
  const { text } = boot(folder, application);
  const totals = [...text.matchAll(/^total \S+ (\d+)$/gm)].map(([, count]) => Number(count));
  const stack = Number(/^stack \S+ (\d+)$/m.exec(text)?.[1]);
  const instructions = totals.at(-1);
  if (instructions === undefined || Number.isNaN(stack))
    throw new Error(`${folder}/${application}.elf said: ${text}`);
  const steps = [...text.matchAll(/^step \S+ (\S+) (\d+)$/gm)]
    .map(([, name = "", count]) => [name, Number(count)] as const)
    .slice(-text.split(/^total/m)[0]!.split("\nstep ").length);
  const size = sections(join(folder, `${application}.elf`));
  return {
    instructions,
    repeatable: totals.every((total) => total === instructions),
    steps,
    stack,
    rom: size(".text") + size(".rodata") + size(".data"),
    ram: size(".data") + size(".bss"),
  };
}

function sections(image: string): (name: string) => number {
  const said = execFileSync("size", ["-A", "-d", image], { encoding: "utf8", timeout: 30_000 });
  return (name) => Number(new RegExp(`^\\${name}\\s+(\\d+)`, "m").exec(said)?.[1] ?? 0);
}

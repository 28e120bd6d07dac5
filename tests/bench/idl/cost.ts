/**
 * What a remote procedure call costs in user mode: builds a client and a server for a kernel from stubs of one kind, and
 * lets the stepper of `weft idl --count` count. Counts are the same on every machine; peers are stubs written by hand and our own with
 * every optimization off.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compileIdl, DEFAULT_OPTIONS, type IdlOptions, type Kernel } from "@weft/weaver-bridge/idl";
import { STEPPER, TRACEE } from "@weft/weaver-bridge/pipeline";
import { seriesClient, seriesIdl, seriesServer } from "./series.js";

const here = join(import.meta.dirname, "cost");
const NUMBER: Readonly<Record<Kernel, string>> = { x0: "0", v2: "2", v4: "4" };

/** By their marks; `tiny local` goes to a server in the same address space. */
export const OPERATIONS = [
  "tiny",
  "small",
  "large",
  "strxfer",
  "structxfer",
  "arrayxfer",
  "tiny local",
  "tiny, 8 times in a loop",
] as const;

/** Instructions of one round trip. */
export interface Cost {
  readonly client: number;
  readonly server: number;
}

export interface Trial {
  readonly kernel: Kernel;
  /** Undefined: the stubs written by hand. */
  readonly options: IdlOptions | undefined;
  /** The paper's operations, tiny for a server nearby, or 1 to 100 words (not by hand). */
  readonly what: "operations" | "local" | "series";
  readonly compiler: string;
  /** More flags for the compiler. */
  readonly flags: readonly string[];
  /** Both sides look at every byte; the counts then include that. */
  readonly verify: boolean;
  /** Changes generated files before they are compiled: lets tests plant a defect. */
  readonly edit?: (name: string, text: string) => string;
}

export const TRIAL: Trial = {
  kernel: "x0",
  options: DEFAULT_OPTIONS,
  what: "operations",
  compiler: "gcc",
  flags: [],
  verify: false,
};

const FLAGS = [
  ...["-m32", "-march=i686", "-O2", "-std=gnu11", "-ffreestanding", "-fno-pie", "-nostdlib", "-static"],
  ...["-fno-stack-protector", "-fno-asynchronous-unwind-tables", "-fcf-protection=none"],
  ...["-Wall", "-Wextra", "-Werror"],
];

/** Builds in `folder` and measures: costs by mark. Throws with the tool's words when something fails. */
export function measure(folder: string, trial: Trial): Map<number, Cost> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "tracee.h"), TRACEE);
  const { kernel, what } = trial;
  if (what === "series") {
    writeStubs(folder, trial, "series", seriesIdl());
    writeFileSync(join(folder, "client.c"), seriesClient());
    writeFileSync(join(folder, "server.c"), seriesServer());
  } else {
    writeStubs(folder, trial, "bench", readFileSync(join(here, "bench.idl"), "latin1"));
    for (const side of ["client", "server"]) writeFileSync(join(folder, `${side}.c`), source(side, trial));
  }
  const defines = [`-DKERNEL=${NUMBER[kernel]}`, ...(what === "local" ? ["-DLOCAL"] : [])];
  const flags = [
    ...FLAGS,
    ...defines,
    ...(trial.verify ? ["-DVERIFY"] : []),
    ...trial.flags,
    "-I.",
    `-I${here}`,
  ];
  run(folder, trial.compiler, [...flags, "client.c", "-o", "client"]);
  run(folder, trial.compiler, [...flags, "server.c", "-o", "server"]);
  writeFileSync(join(folder, "stepper.c"), STEPPER);
  run(folder, "gcc", ["-O1", "stepper.c", "-o", "stepper"]);
  return readCosts(run(folder, join(folder, "stepper"), [NUMBER[kernel], "./client", "./server"]));
}

function readCosts(output: string): Map<number, Cost> {
  return new Map(
    output
      .trim()
      .split("\n")
      .map((line) => {
        const [mark, client, server] = line.split(" ").map(Number) as [number, number, number];
        return [mark, { client, server }];
      }),
  );
}

/** One line: the file to compile. */
function source(side: string, { kernel, options }: Trial): string {
  const hand = options === undefined && side === "server";
  return `#include "${hand ? `hand/${kernel}-server.c` : `${side}.c`}"\n`.replace('"', `"${here}/`);
}

function writeStubs(folder: string, { kernel, options, edit }: Trial, base: string, text: string): void {
  const { outputs, problems } = compileIdl({
    file: `${base}.idl`,
    text,
    readInclude: () => undefined,
    kernel,
    options: options ?? DEFAULT_OPTIONS,
  });
  if (outputs.length === 0) throw new Error(problems.map(({ message }) => message).join("; "));
  for (const output of outputs) {
    const path = join(folder, output.name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, edit?.(output.name, output.text) ?? output.text, "latin1");
  }
  const client = options === undefined ? `hand/${kernel}-client.h` : "bench_client.h";
  writeFileSync(join(folder, "stubs_client.h"), `#include "${client}"\n`);
  writeFileSync(join(folder, "stubs_server.h"), `#include "bench_server.h"\n`);
}

function run(folder: string, tool: string, args: readonly string[]): string {
  const done = spawnSync(tool, args, { cwd: folder, encoding: "utf8", timeout: 120_000 });
  if (done.status === 0) return done.stdout;
  const why = done.error?.message ?? `exit ${done.status}`;
  throw new Error(`${tool} ${args.slice(-3).join(" ")}: ${why}\n${done.stderr}`);
}

/**
 * What a remote procedure call costs in user mode: builds a client and a server for a kernel from stubs of one kind, and
 * lets `cost/stepper.c` count. Peers are stubs written by hand and our own with every optimization off.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compileIdl, DEFAULT_OPTIONS, type IdlOptions, type Kernel } from "@weft/weaver-bridge/idl";

const here = join(import.meta.dirname, "cost");
const NUMBER: Readonly<Record<Kernel, string>> = { x0: "0", v2: "2", v4: "4" };

export const OPERATIONS = ["tiny", "small", "large", "strxfer", "structxfer", "arrayxfer", "tiny local"] as const;

/** Instructions of one round trip. */
export interface Cost {
  readonly client: number;
  readonly server: number;
}

export interface Trial {
  readonly kernel: Kernel;
  /** Undefined: the stubs written by hand. */
  readonly options: IdlOptions | undefined;
  readonly compiler: string;
  /** More flags for the compiler. */
  readonly flags: readonly string[];
  /** Both sides look at every byte; the counts then include that. */
  readonly verify: boolean;
}

export const TRIAL: Trial = {
  kernel: "x0",
  options: DEFAULT_OPTIONS,
  compiler: "gcc",
  flags: [],
  verify: false,
};

/** Builds in `folder` and measures: per operation, by its number. Throws with the tool's words when something fails. */
export function measure(folder: string, trial: Trial): Map<number, Cost> {
  mkdirSync(folder, { recursive: true });
  const { kernel } = trial;
  writeStubs(folder, trial);
  const flags = [
    "-m32", "-march=i686", "-O2", "-std=gnu11", "-ffreestanding", "-fno-pie", "-nostdlib", "-static",
    "-fno-stack-protector", "-fno-asynchronous-unwind-tables", "-fcf-protection=none", "-Wall", "-Wextra", "-Werror",
    `-DKERNEL=${NUMBER[kernel]}`, ...(trial.verify ? ["-DVERIFY"] : []), ...trial.flags, "-I.", `-I${here}`,
  ];
  const hand = trial.options === undefined;
  const server = hand ? join(here, "hand", `${kernel}-server.c`) : join(here, "server.c");
  run(folder, trial.compiler, [...flags, join(here, "client.c"), "-o", "client"]);
  run(folder, trial.compiler, [...flags, server, "-o", "server"]);
  run(folder, "gcc", ["-O1", join(here, "stepper.c"), "-o", "stepper"]);
  const lines = run(folder, join(folder, "stepper"), [NUMBER[kernel], "./client", "./server"]).trim().split("\n");
  return new Map(
    lines.map((line) => {
      const [mark, client, server] = line.split(" ").map(Number) as [number, number, number];
      return [mark, { client, server }];
    }),
  );
}

function writeStubs(folder: string, { kernel, options }: Trial): void {
  const text = readFileSync(join(here, "bench.idl"), "latin1");
  const { outputs, problems } = compileIdl({
    file: "bench.idl",
    text,
    readInclude: () => undefined,
    kernel,
    options: options ?? DEFAULT_OPTIONS,
  });
  if (outputs.length === 0) throw new Error(`bench.idl: ${problems.map(({ message }) => message).join("; ")}`);
  for (const output of outputs) {
    const path = join(folder, output.name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, output.text, "latin1");
  }
  const side = (name: string) => (options === undefined ? `hand/${kernel}-client.h` : `bench_${name}.h`);
  writeFileSync(join(folder, "stubs_client.h"), `#include "${side("client")}"\n`);
  writeFileSync(join(folder, "stubs_server.h"), `#include "bench_server.h"\n`);
}

function run(folder: string, tool: string, args: readonly string[]): string {
  const done = spawnSync(tool, args, { cwd: folder, encoding: "utf8", timeout: 120_000 });
  if (done.status === 0) return done.stdout;
  throw new Error(`${tool} ${args.slice(-3).join(" ")}: ${done.error?.message ?? `exit ${done.status}`}\n${done.stderr}`);
}

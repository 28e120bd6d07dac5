/** Compiles a random interface's stubs with a program that plays both sides, runs it, says what came out. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { compileIdl, DEFAULT_OPTIONS, type Kernel } from "@weft/weaver-bridge/idl";
import { printProblem } from "@weft/weaver-bridge/model";
import { seeded } from "./random.js";
import { randomInterface } from "./random-interface.js";
import { randomProgram } from "./random-program.js";

const EMULATOR = join(import.meta.dirname, "../../golden/idl/round-trip");
const NUMBER: Readonly<Record<Kernel, string>> = { x0: "0", v2: "2", v4: "4" };
const FLAGS = "-m32 -march=i686 -std=gnu11 -fno-pie -no-pie -Wall -Wextra -Werror -I.".split(" ");

export interface Play {
  readonly idl: string;
  /** Starts with `ok` when every byte arrived. */
  readonly said: string;
}

/** `compiler` is a command with its options: `gcc -O2`. The same seed gives the same interface. */
export function play(seed: number, kernel: Kernel, compiler: readonly string[], operations = 10): Play {
  const made = randomInterface(seeded(seed), operations);
  const input = {
    file: "in.idl",
    text: made.idl,
    readInclude: () => undefined,
    kernel,
    options: DEFAULT_OPTIONS,
  };
  const { outputs, problems } = compileIdl(input);
  if (outputs.length === 0) return { idl: made.idl, said: problems.map(printProblem).join("\n") };
  const folder = mkdtempSync(join(tmpdir(), "weft-random-"));
  try {
    for (const output of outputs) {
      mkdirSync(dirname(join(folder, output.name)), { recursive: true });
      writeFileSync(join(folder, output.name), output.text, "latin1");
    }
    const template = outputs.find(({ name }) => name === "in_template.c")?.text ?? "";
    writeFileSync(join(folder, "program.c"), randomProgram(made, template));
    return { idl: made.idl, said: buildAndRun(folder, kernel, compiler) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function buildAndRun(folder: string, kernel: Kernel, [tool = "gcc", ...flags]: readonly string[]): string {
  const inputs = [`-DKERNEL=${NUMBER[kernel]}`, `-I${EMULATOR}`, "program.c", "-o", "program"];
  const built = spawnSync(tool, [...FLAGS, ...flags, ...inputs], {
    cwd: folder,
    encoding: "utf8",
    timeout: 100_000,
  });
  if (built.status !== 0) return built.stderr;
  const run = spawnSync(join(folder, "program"), { encoding: "utf8", timeout: 30_000 });
  return run.stdout + run.stderr + (run.signal === null ? "" : `ended by ${run.signal}`);
}

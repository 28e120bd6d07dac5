/**
 * Whether the stubs of what is accepted compile: client, server, template and self-test of a file, for each kernel,
 * with gcc as the judge. A file is told by the first thing that went wrong with it.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { compileIdl, DEFAULT_OPTIONS, type Kernel } from "@weft/weaver-bridge/idl";
import { type Problem, printProblem } from "@weft/weaver-bridge/model";
import type { Corpus } from "./corpora.js";
import { reader, type Source } from "./sources.js";

export const KERNELS: readonly Kernel[] = ["v2", "x0", "v4"];
const FLAGS = "-m32 -O1 -std=gnu11 -ffreestanding -fno-pie -Wall -Wextra -Werror -fsyntax-only -I.".split(
  " ",
);

export interface Refusal {
  readonly kernel: Kernel;
  readonly by: "weft" | "compiler";
  readonly words: string;
}

/** Undefined where every kernel's stubs of `source` compile without a warning. */
export function refusalOf(corpus: Corpus, source: Source): Refusal | undefined {
  for (const kernel of KERNELS) {
    const { outputs, problems } = compileIdl({
      ...source,
      readInclude: reader(corpus),
      kernel,
      options: { ...DEFAULT_OPTIONS, defines: corpus.defines },
      selfTest: true,
    });
    const error = problems.find(({ severity }: Problem) => severity === "error");
    if (error !== undefined) return { kernel, by: "weft", words: printProblem(error) };
    const words = complaintOf(outputs);
    if (words !== undefined) return { kernel, by: "compiler", words };
  }
  return undefined;
}

type Outputs = ReturnType<typeof compileIdl>["outputs"];

/** What gcc, with `more` options, says of the first output that it refuses. */
export function complaintOf(outputs: Outputs, more: readonly string[] = []): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "weft-stubs-"));
  try {
    for (const { name, text } of outputs) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text, "latin1");
    }
    for (const { name } of outputs) {
      if (name.startsWith("idl4/")) continue;
      const run = spawnSync("gcc", [...FLAGS, ...more, "-x", "c", name], {
        cwd: folder,
        encoding: "utf8",
        timeout: 60_000,
      });
      if (run.status !== 0) return `${name}: ${run.stderr}`;
    }
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

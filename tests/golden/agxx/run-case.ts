/** Builds and runs one case with an ag++-like command, in a folder of its own. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RuleCase } from "./cases/case.js";

export interface CaseResult {
  /** What the program printed; undefined when it could not be built. */
  readonly output: string | undefined;
  /** Of the build. */
  readonly messages: string;
}

const BUILD_DEADLINE = 60_000;
const RUN_DEADLINE = 10_000;

export function runCase(command: readonly string[], one: RuleCase): CaseResult {
  const folder = mkdtempSync(join(tmpdir(), "weft-agxx-"));
  try {
    const sources = [one.source, ...(one.more ?? [])];
    const names = sources.map((_, index) => (index === 0 ? "main.cc" : `unit${index}.cc`));
    for (const [index, name] of names.entries())
      writeFileSync(join(folder, name), `#include <stdio.h>\n${sources[index]}\n`);
    writeFileSync(join(folder, "a.ah"), aspectFile(one.aspects));
    const words = [...command.slice(1), "-p", ".", ...(one.weaver ?? []), ...(one.compiler ?? [])];
    const build = spawnSync(command[0] as string, [...words, ...names, "-o", "program"], {
      cwd: folder,
      encoding: "latin1",
      timeout: BUILD_DEADLINE,
    });
    const messages = `${build.stdout}${build.stderr}`.replaceAll(`${folder}/`, "").trim();
    if (build.status !== 0) return { output: undefined, messages };
    const run = spawnSync(join(folder, "program"), { encoding: "latin1", timeout: RUN_DEADLINE });
    return { output: run.stdout.trimEnd(), messages };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Guarded, because ag++ includes it from classes that get slices. */
function aspectFile(aspects: string): string {
  return `#ifndef A_AH\n#define A_AH\n#include <stdio.h>\n${aspects}\n#endif\n`;
}

/**
 * Is what a build or a run needs installed, and which Debian package brings it if not? Probes by use, not by name:
 * a `gcc` that can't make i686 objects is as good as none.
 */
import { tmpdir } from "node:os";
import type { Problem } from "../model/index.js";
import { ProcessError, runProcess } from "./run-process.js";

interface Probe {
  readonly argv: readonly string[];
  readonly input?: string;
  readonly what: string;
  readonly packages: string;
}

const PROBES = {
  compiler: (name: string): Probe => ({
    argv: [name, "-m32", "-x", "c", "-c", "-o", "/dev/null", "-"],
    input: "int weft_probe;\n",
    what: `${name} -m32 makes i686 objects`,
    packages: /clang/.test(name) ? "clang" : "gcc",
  }),
  hosted: (name: string): Probe => ({
    argv: [name, "-m32", "-static", "-x", "c", "-o", "/dev/null", "-"],
    input: '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n',
    what: `${name} -m32 -static links i686 programs`,
    packages: "gcc-multilib",
  }),
  qemu: (): Probe => ({
    argv: ["qemu-system-i386", "--version"],
    what: "qemu-system-i386 runs",
    packages: "qemu-system-x86",
  }),
  make: (): Probe => ({ argv: ["make", "--version"], what: "make runs", packages: "make" }),
};

export type ToolNeed = keyof typeof PROBES;

/** A problem for each need that is not met, with the package to install. */
export async function toolProblems(needs: readonly ToolNeed[], compiler = "gcc"): Promise<Problem[]> {
  const found = await Promise.all(needs.map((need) => probe(PROBES[need](compiler))));
  return found.filter((problem) => problem !== undefined);
}

async function probe(tool: Probe): Promise<Problem | undefined> {
  try {
    const run = await runProcess(tool.argv, {
      directory: tmpdir(),
      input: tool.input ?? "",
      deadline: 20_000,
    });
    return run.code === 0 ? undefined : missing(tool, run.errors.toString().trim().split("\n").at(-1) ?? "");
  } catch (error) {
    if (error instanceof ProcessError) return missing(tool, error.message);
    throw error;
  }
}

function missing(tool: Probe, why: string): Problem {
  return {
    code: "toolchain/missing",
    severity: "error",
    message: `this must work and does not: ${tool.what} (${why})`,
    hint: `Install it, on Debian with: apt-get install ${tool.packages}`,
  };
}

/**
 * Is what a build or a run needs installed, and which Debian package brings it if not? Probes by use, not by name:
 * a `gcc` that can't make i686 objects is as good as none.
 */
import { debianPackage, MACHINE_TOOLS, type MachineTool, type Problem } from "../../model/index.js";
import { removeTemporary, temporaryFolder } from "../files/atomic-write.js";
import { ProcessError } from "../process/process-error.js";
import { runProcess } from "../process/run-process.js";
import { clangPrograms } from "./clang-programs.js";

interface Probe {
  readonly argv: readonly string[];
  readonly input?: string;
  readonly what: string;
  readonly packages: string;
}

const PROBES = {
  compiler: (name: string): Probe => ({
    argv: [...words(name), "-m32", "-x", "c", "-c", "-o", "probe", "-"],
    input: "int weft_probe;\n",
    what: `${name} -m32 makes i686 objects`,
    packages: /clang/.test(name) ? debianPackage("clang") : "gcc",
  }),
  hosted: (name: string): Probe => ({
    argv: [...words(name), "-m32", "-static", "-x", "c", "-o", "probe", "-"],
    input: '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n',
    what: `${name} -m32 -static links i686 programs`,
    packages: debianPackage("gcc"),
  }),
  qemu: (): Probe => guest("qemu-system-i386"),
  qemu64: (): Probe => guest("qemu-system-x86_64"),
  gdb: (): Probe => ({ argv: ["gdb", "--version"], what: "gdb runs", packages: debianPackage("gdb") }),
  clang: (): Probe => anyOf("clang", clangPrograms()),
  clangd: (): Probe => anyOf("clangd", MACHINE_TOOLS.clangd.programs),
  git: (): Probe => ({ argv: ["git", "--version"], what: "git runs", packages: debianPackage("git") }),
  make: (): Probe => ({ argv: ["make", "--version"], what: "make runs", packages: debianPackage("make") }),
  cmake: (): Probe => ({
    argv: ["cmake", "--version"],
    what: "cmake runs",
    packages: debianPackage("cmake"),
  }),
  ninja: (): Probe => ({
    argv: ["ninja", "--version"],
    what: "ninja runs",
    packages: debianPackage("ninja"),
  }),
  meson: (): Probe => ({
    argv: ["meson", "--version"],
    what: "meson runs",
    packages: debianPackage("meson"),
  }),
};

/** Any of the names that the program has. */
function anyOf(tool: MachineTool, names: readonly string[]): Probe {
  const calls = `for name; do "$name" --version && exit; done; exit 1`;
  return { argv: ["sh", "-c", calls, "sh", ...names], what: `${tool} runs`, packages: debianPackage(tool) };
}

function guest(program: string): Probe {
  return { argv: [program, "--version"], what: `${program} runs`, packages: debianPackage("qemu") };
}

/** `ccache gcc` */
function words(compiler: string): string[] {
  return compiler.trim().split(/\s+/);
}

export type ToolNeed = keyof typeof PROBES;

/** The need that a program of this name is; `undefined` for those that nobody probes. */
export function needOf(program: string): ToolNeed | undefined {
  const needs: readonly ToolNeed[] = ["make", "cmake", "ninja", "meson"];
  return needs.find((need) => need === program);
}

/** A problem for each need that is not met, with the package to install. `compiler` may have launchers in front. */
export async function toolProblems(needs: readonly ToolNeed[], compiler = "gcc"): Promise<Problem[]> {
  const found = await Promise.all(needs.map((need) => probe(PROBES[need](compiler))));
  return found.filter((problem) => problem !== undefined);
}

async function probe(tool: Probe): Promise<Problem | undefined> {
  // A compiler that writes to a device as root may replace it.
  const directory = temporaryFolder("weft-probe-");
  try {
    const run = await runProcess(tool.argv, {
      directory,
      input: tool.input ?? "",
      deadline: 20_000,
    });
    return run.code === 0 ? undefined : missing(tool, run.errors.toString().trim().split("\n").at(-1) ?? "");
  } catch (error) {
    if (error instanceof ProcessError) return missing(tool, error.message);
    throw error;
  } finally {
    removeTemporary(directory);
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

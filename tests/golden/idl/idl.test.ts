/**
 * The stub generator's outputs. Of the case `small` they are recorded file by file, of `problems` the messages
 * (UPDATE_GOLDEN=1 rewrites them; a missing or orphaned file fails). Of every case, whatever is generated must compile
 * for i686 without a warning; round-trip/ and cost/ run it.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  type CompileResult,
  compileIdl,
  DEFAULT_OPTIONS,
  type Kernel,
  NO_OPTIMIZATIONS,
} from "@weft/weaver-bridge/idl";
import { printProblem } from "@weft/weaver-bridge/model";
import { expect, test } from "vitest";
import { CLANG, CLANGXX } from "../../support/compilers.js";
import { requireTool } from "../../support/index.js";
import { compareGolden, goldenCases } from "../support/golden-folder.js";

const here = import.meta.dirname;
const KERNELS: readonly Kernel[] = ["x0", "v2", "v4"];
const RECORDED = ["problems", "small"];
const NOT_CASES = new Set(["cost", "kernel", "round-trip"]);
const cases = goldenCases(here).filter((name) => !NOT_CASES.has(name));

function compile(name: string, kernel: Kernel, generic = false): CompileResult {
  const folder = join(here, name);
  const readInclude = (file: string) => {
    const path = join(folder, file);
    return existsSync(path) ? { file, text: readFileSync(path, "latin1") } : undefined;
  };
  const options = {
    ...DEFAULT_OPTIONS,
    defines: [kernel.toUpperCase()],
    optimizations: generic ? NO_OPTIMIZATIONS : DEFAULT_OPTIONS.optimizations,
  };
  const file = existsSync(join(folder, "in.defs")) ? "in.defs" : "in.idl";
  const text = readFileSync(join(folder, file), "latin1");
  return compileIdl({ file, text, readInclude, kernel, options });
}

for (const name of RECORDED)
  for (const kernel of KERNELS)
    test(`${name} for ${kernel} is as recorded`, () => {
      const { outputs, explanation, problems } = compile(name, kernel);
      const own = outputs.filter((output) => !output.name.startsWith("idl4/"));
      const produced = {
        "problems.txt": problems.map((problem) => `${printProblem(problem)}\n`).join(""),
        "explain.txt": explanation,
        ...Object.fromEntries(own.map((output) => [output.name, output.text])),
      };
      expect(compareGolden(join(here, name, kernel), [], produced)).toEqual([]);
    });

const COMPILERS: readonly { tool: string; flags: readonly string[]; generic?: boolean }[] = [
  { tool: "gcc", flags: ["-O2", "-std=gnu11"] },
  { tool: "gcc", flags: ["-O2", "-std=gnu11"], generic: true },
  { tool: "gcc", flags: ["-O0", "-std=gnu11"] },
  { tool: "g++", flags: ["-O2", "-std=gnu++98", "-x", "c++"] },
  { tool: CLANG, flags: ["-O2", "-std=gnu11"] },
  { tool: CLANGXX, flags: ["-O2", "-std=gnu++98", "-x", "c++"] },
];

for (const { tool, flags, generic } of COMPILERS)
  test(`${generic ? "generic" : "generated"} files compile with ${tool} ${flags.join(" ")}`, (context) => {
    requireTool(context, tool);
    const folder = mkdtempSync(join(tmpdir(), "weft-idl-"));
    try {
      const failures = cases.flatMap((name) =>
        KERNELS.map((kernel) =>
          compileOutputs(join(folder, name, kernel), compile(name, kernel, generic), tool, flags),
        ),
      );
      expect(failures.filter((text) => text !== "")).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

/** What the compiler says of the client and the server in one unit; "" when it says nothing. */
function compileOutputs(
  folder: string,
  result: CompileResult,
  tool: string,
  flags: readonly string[],
): string {
  if (result.outputs.length === 0) return "";
  for (const output of result.outputs) {
    mkdirSync(dirname(join(folder, output.name)), { recursive: true });
    writeFileSync(join(folder, output.name), output.text, "latin1");
  }
  writeFileSync(join(folder, "application.h"), "");
  writeFileSync(join(folder, "unit.c"), '#include "in_client.h"\n#include "in_template.c"\n');
  const fixed = ["-m32", "-march=i686", "-ffreestanding", "-Wall", "-Wextra", "-c", "-o", "/dev/null"];
  const run = spawnSync(tool, [...fixed, ...flags, "unit.c"], {
    cwd: folder,
    encoding: "utf8",
    timeout: 100_000,
  });
  return run.status === 0 ? run.stderr : `exit ${run.status}: ${run.stderr}`;
}

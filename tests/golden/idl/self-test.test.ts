/** Self-tests of all golden cases compile for every kernel without a warning; tests/guest boots one of them. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { compileIdl, DEFAULT_OPTIONS } from "@weft/weaver-bridge/idl";
import { expect, test } from "vitest";
import { CLANG } from "../../support/compilers.js";
import { requireTool } from "../../support/index.js";

const here = import.meta.dirname;
const CASES = ["all", "corba", "kernel-messages", "mig", "small"];
const FLAGS = ["-m32", "-O1", "-std=gnu11", "-ffreestanding", "-fno-pie", "-Wall", "-Wextra", "-Werror"];

for (const [tool, kernels] of [
  ["gcc", ["x0", "v2", "v4"]],
  [CLANG, ["v4"]],
] as const)
  for (const kernel of kernels)
    test(`self-tests for ${kernel} compile with ${tool}`, (context) => {
      requireTool(context, tool);
      const folder = mkdtempSync(join(tmpdir(), "weft-self-test-"));
      try {
        for (const name of CASES) {
          const ending = existsSync(join(here, name, "in.defs")) ? "defs" : "idl";
          const file = join(here, name, `in.${ending}`);
          const options = { ...DEFAULT_OPTIONS, defines: [kernel.toUpperCase()] };
          const text = readFileSync(file, "latin1");
          const input = { file: `${name}.${ending}`, text, readInclude: () => undefined, kernel, options };
          for (const output of compileIdl({ ...input, selfTest: true }).outputs) {
            mkdirSync(dirname(join(folder, output.name)), { recursive: true });
            writeFileSync(join(folder, output.name), output.text, "latin1");
          }
          expect(existsSync(join(folder, `${name}_self_test.c`)), name).toBe(true);
          const argv = [...FLAGS, "-c", "-o", "self-test.o", `${name}_self_test.c`];
          const run = spawnSync(tool, argv, { cwd: folder, encoding: "utf8", timeout: 60_000 });
          expect(run.stderr, name).toBe("");
          expect(run.status).toBe(0);
        }
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });

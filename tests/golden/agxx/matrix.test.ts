/**
 * A choice of the cases in each dialect, with g++ and clang++, for both word sizes and as kernels are compiled; and for
 * ARM, where it is compiled only.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { CLANGXX } from "../../support/compilers.js";
import { requireTool } from "../../support/require-tool.js";
import type { RuleCase } from "./cases/case.js";
import { runCase } from "./run-case.js";
import { THEMES } from "./themes.js";

const WEFT = join(dirname(fileURLToPath(import.meta.url)), "../../../weaver-bridge/cli/bin/weft");

/**
 * At least one for each kind of join point and of advice, slices, order and tests at run time. None with several woven
 * calls among the arguments of one call: clang++ evaluates them from left to right, g++ from right to left, and so
 * their advice runs.
 */
const CHOSEN: readonly (readonly [string, string])[] = [
  ["execution", "arguments changed by advice reach the body and later advice"],
  ["pointcuts", "executions of one instance of a template"],
  ["calls", "the object comes before the arguments"],
  ["data", "compound assignment is a read and then a write"],
  ["data", "built-in operators"],
  ["introductions", "non-inline members"],
  ["lifecycle", "construction and destruction around the bodies"],
  ["join-point API", "constants and types of a join point"],
  ["order", "order advice nests aspects"],
  ["pointcuts", "that and target without run-time type information, 64 bit"],
];

const KERNEL = ["-ffreestanding", "-fno-exceptions", "-fno-rtti"];

const ROWS: readonly { readonly compiler: string; readonly options: readonly string[] }[] = [
  { compiler: "g++", options: ["-std=gnu++98", "-m32", "-O2", ...KERNEL] },
  { compiler: "g++", options: ["-std=gnu++11", "-m64", "-O0", ...KERNEL] },
  { compiler: "g++", options: ["-std=gnu++14", "-m32", "-Os", ...KERNEL] },
  { compiler: "g++", options: ["-std=gnu++17", "-m64", "-O3", ...KERNEL] },
  { compiler: CLANGXX, options: ["-std=gnu++98", "-m64", "-O0", ...KERNEL] },
  { compiler: CLANGXX, options: ["-std=gnu++11", "-m32", "-O2", ...KERNEL] },
  { compiler: CLANGXX, options: ["-std=gnu++14", "-m64", "-Os", ...KERNEL] },
  { compiler: CLANGXX, options: ["-std=gnu++17", "-m32", "-O2", ...KERNEL] },
];

const caseOf = (theme: string, name: string): RuleCase => {
  const found = THEMES[theme]?.[name];
  if (found === undefined) throw new Error(`There is no case '${name}' in ${theme}.`);
  return found;
};

for (const { compiler, options } of ROWS)
  describe(`${compiler} ${options.join(" ")}`, () => {
    for (const [theme, name] of CHOSEN)
      test(name, () => {
        const one = caseOf(theme, name);
        const weaver = [...(one.weaver ?? []), `--c_compiler=${compiler}`];
        // Clang takes the main of a freestanding program for a function like any other.
        const source = one.source.replace(/\bint main\(/, 'extern "C" int main(');
        const { output, messages } = runCase([WEFT, "ag++"], { ...one, source, weaver, compiler: options });
        expect(output ?? messages).toBe(one.output);
      });
  });

/** In the header of an ELF file: where its machine stands, and the number of ARM. */
const E_MACHINE = 18;
const EM_ARM = 40;

describe("ARM, compiled only", () => {
  const arm = ["--target=arm-none-eabi", "-std=gnu++17", "-O2", "-c", ...KERNEL];
  for (const [theme, name] of CHOSEN)
    test(name, (context) => {
      requireTool(context, CLANGXX);
      const { source, aspects, weaver = [] } = caseOf(theme, name);
      const folder = mkdtempSync(join(tmpdir(), "weft-arm-"));
      const own = 'extern "C" int printf(const char *, ...);\n';
      try {
        writeFileSync(join(folder, "main.cc"), `${own}${source}\n`);
        writeFileSync(join(folder, "a.ah"), `${own}${aspects}\n`);
        const words = [
          "ag++",
          "-p",
          ".",
          `--c_compiler=${CLANGXX}`,
          ...weaver,
          ...arm,
          "main.cc",
          "-o",
          "main.o",
        ];
        const { status, stdout, stderr } = spawnSync(WEFT, words, {
          cwd: folder,
          encoding: "latin1",
          timeout: 60_000,
        });
        expect(stderr).not.toContain("error");
        expect([status, stdout]).toEqual([0, ""]);
        expect(readFileSync(join(folder, "main.o")).readUInt16LE(E_MACHINE)).toBe(EM_ARM);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
});

/**
 * Stubs compile wherever C lets one call them: in main(), beside arrays of any size and aligned ones, in functions that
 * need every register, with and without frame pointers, optimized for speed, for size and not at all.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { compileIdl, DEFAULT_OPTIONS, type Kernel } from "@weft/weaver-bridge/idl";
import { expect, onTestFinished, test } from "vitest";
import { requireTool } from "../../../support/index.js";

const here = import.meta.dirname;
const ALWAYS = ["-m32", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-c", "-o", "places.o"];
const FRAMED = "-fno-omit-frame-pointer";
const COMMANDS = [
  ["-O0"],
  ["-Og"],
  ["-O1"],
  ["-Os", "-march=i686"],
  ["-O2"],
  ["-O2", "-march=i686"],
  ["-O3", "-ftrapv"],
] as const;

for (const [kernel, commands] of [
  ["x0", [...COMMANDS, ["-O2", FRAMED], ["-Os", FRAMED, "-DIDL4_SYSENTER"], ["-O2", "-DIDL4_SYSENTER"]]],
  ["v2", [...COMMANDS, ["-O2", FRAMED], ["-Os", FRAMED]]],
  // Its server loop wants EBP to be free.
  ["v4", [...COMMANDS, ["-O2", FRAMED, "-DIDL4_KEEP_EBP"]]],
] as const)
  test(`${kernel}: stubs compile in every function, by ${commands.length} commands`, (context) => {
    requireTool(context, "gcc");
    const folder = mkdtempSync(join(tmpdir(), "weft-places-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeStubs(folder, kernel);
    for (const words of commands) {
      const { status, stderr } = compile(folder, words);
      expect({ words, status, stderr }).toEqual({ words, status: 0, stderr: "" });
    }
  });

test("a server loop for V4 that has no EBP to spare is told by the compiler", (context) => {
  requireTool(context, "gcc");
  const folder = mkdtempSync(join(tmpdir(), "weft-places-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeStubs(folder, "v4");
  const { status, stderr } = compile(folder, ["-O2", FRAMED]);
  expect(status).toBe(1);
  expect(stderr).toContain("bp cannot be used in");
});

function writeStubs(folder: string, kernel: Kernel): void {
  const text = readFileSync(join(here, "in.idl"), "latin1");
  const input = { file: "in.idl", text, kernel, options: DEFAULT_OPTIONS };
  for (const output of compileIdl({ ...input, readInclude: () => undefined }).outputs) {
    mkdirSync(dirname(join(folder, output.name)), { recursive: true });
    writeFileSync(join(folder, output.name), output.text, "latin1");
  }
}

function compile(folder: string, words: readonly string[]) {
  const argv = [...ALWAYS, ...words, "-I.", join(here, "places.c")];
  return spawnSync("gcc", argv, { cwd: folder, encoding: "utf8", timeout: 120_000 });
}

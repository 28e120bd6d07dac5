/**
 * Stubs at work: client and server of the case `all` talk through an emulated kernel in one 32-bit process, and every
 * byte of every parameter is checked on the other side; each optimization is switched the other way once. One broken stub is
 * planted to prove that the checks can fail.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  ALL_OPTIMIZATIONS,
  compileIdl,
  DEFAULT_OPTIONS,
  type Kernel,
  type Optimizations,
} from "@weft/weaver-bridge/idl";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CLANG } from "../../../support/compilers.js";
import { requireTool } from "../../../support/index.js";

const here = import.meta.dirname;
const NUMBER: Readonly<Record<Kernel, string>> = { x0: "0", v2: "2", v4: "4" };
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "weft-stubs-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function roundTrip(
  kernel: Kernel,
  tool: string,
  flags: readonly string[],
  optimizations: Optimizations,
  breakIt?: (text: string) => string,
): string {
  const text = readFileSync(join(here, "..", "all", "in.idl"), "latin1");
  const options = { ...DEFAULT_OPTIONS, defines: [kernel.toUpperCase()], optimizations };
  const { outputs } = compileIdl({ file: "in.idl", text, readInclude: () => undefined, kernel, options });
  for (const output of outputs) {
    const written =
      breakIt !== undefined && output.name === "in_client.h" ? breakIt(output.text) : output.text;
    mkdirSync(dirname(join(folder, output.name)), { recursive: true });
    writeFileSync(join(folder, output.name), written, "latin1");
  }
  const fixed = ["-m32", "-march=i686", "-std=gnu11", "-fno-pie", "-no-pie", "-Wall", "-Wextra", "-Werror"];
  const inputs = [`-DKERNEL=${NUMBER[kernel]}`, "-I.", join(here, "round-trip.c"), "-o", "round-trip"];
  const built = spawnSync(tool, [...fixed, ...flags, ...inputs], {
    cwd: folder,
    encoding: "utf8",
    timeout: 100_000,
  });
  if (built.status !== 0) return built.stderr;
  const run = spawnSync(join(folder, "round-trip"), { cwd: folder, encoding: "utf8", timeout: 30_000 });
  return run.stdout + run.stderr;
}

for (const kernel of ["x0", "v2", "v4"] as const)
  for (const [tool, level] of [
    ["gcc", "-O2"],
    ["gcc", "-O0"],
    [CLANG, "-O2"],
  ] as const)
    test(`${kernel} stubs by ${tool} ${level} carry every byte`, (context) => {
      requireTool(context, tool);
      expect(roundTrip(kernel, tool, [level], ALL_OPTIMIZATIONS)).toMatch(
        /^ok: \d+ messages, \d+ checks, 0 failures, 0 cut\n$/,
      );
    });

for (const kernel of ["x0", "v2", "v4"] as const)
  test(`${kernel} stubs work with each optimization the other way`, (context) => {
    requireTool(context, "gcc");
    // The emulator has no sysenter; ../cost runs it.
    const keys = (Object.keys(ALL_OPTIMIZATIONS) as (keyof Optimizations)[]).filter(
      (key) => key !== "sysenter",
    );
    const results = keys.map((key) => ({
      key,
      said: roundTrip(kernel, "gcc", ["-O1"], { ...ALL_OPTIMIZATIONS, [key]: !ALL_OPTIMIZATIONS[key] }),
    }));
    expect(results.filter(({ said }) => !said.startsWith("ok: "))).toEqual([]);
  });

test("a stub that packs a value into the wrong bits is found", (context) => {
  requireTool(context, "gcc");
  const said = roundTrip("x0", "gcc", ["-O1"], ALL_OPTIMIZATIONS, (text) =>
    text.replaceAll("<< 16)", "<< 17)"),
  );
  expect(said).toContain("FAILED: ");
});

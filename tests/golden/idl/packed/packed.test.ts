/**
 * Strings and sequences inside structs, unions and sequences: client and server talk through the emulated kernel of
 * ../round-trip, every string is checked on both sides, nothing leaks, and what is too long is refused before it is sent.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { compileIdl, DEFAULT_OPTIONS, type Kernel } from "@weft/weaver-bridge/idl";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CLANG } from "../../../support/compilers.js";
import { requireTool } from "../../../support/index.js";

const here = import.meta.dirname;
const NUMBER: Readonly<Record<Kernel, string>> = { x0: "0", v2: "2", v4: "4" };
const FLAGS = "-m32 -march=i686 -std=gnu11 -fno-pie -no-pie -Wall -Wextra -Werror".split(" ");
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "weft-packed-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function roundTrip(
  kernel: Kernel,
  tool: string,
  flags: readonly string[],
  breakIt = (text: string) => text,
): string {
  const text = readFileSync(join(here, "in.idl"), "latin1");
  const { outputs } = compileIdl({
    file: "in.idl",
    text,
    readInclude: () => undefined,
    kernel,
    options: DEFAULT_OPTIONS,
  });
  for (const output of outputs) {
    mkdirSync(dirname(join(folder, output.name)), { recursive: true });
    writeFileSync(join(folder, output.name), breakIt(output.text), "latin1");
  }
  const inputs = [`-DKERNEL=${NUMBER[kernel]}`, "-I.", `-I${join(here, "../round-trip")}`];
  const built = spawnSync(tool, [...FLAGS, ...flags, ...inputs, join(here, "packed.c"), "-o", "packed"], {
    cwd: folder,
    encoding: "utf8",
    timeout: 100_000,
  });
  if (built.status !== 0) return built.stderr;
  const run = spawnSync(join(folder, "packed"), { cwd: folder, encoding: "utf8", timeout: 30_000 });
  return run.stdout + run.stderr;
}

for (const kernel of ["x0", "v2", "v4"] as const)
  for (const [tool, level] of [
    ["gcc", "-O2"],
    [CLANG, "-O1"],
  ] as const)
    test(`${kernel} stubs by ${tool} ${level} carry every string inside`, (context) => {
      requireTool(context, tool);
      expect(roundTrip(kernel, tool, [level])).toMatch(/^ok: \d+ messages, \d+ checks, 0 failures, 0 cut\n$/);
    });

test("a stream whose parts lose their places is found", (context) => {
  requireTool(context, "gcc");
  const said = roundTrip("x0", "gcc", ["-O1"], (text) =>
    text.replace(
      "_bytes = (_count * _size + 3) & ~3u;",
      "_bytes = _count * _size + (_s->allocates ? 4 : 0);",
    ),
  );
  expect(said).toMatch(/FAILED: |fault in/);
});

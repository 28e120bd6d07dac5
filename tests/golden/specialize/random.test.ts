/** A few random functions, specialized, compiled and run beside the generic ones; `bench -- specialize-random` does many. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseCompilerCommand } from "@weft/weaver-bridge/kernel-build";
import {
  clangUnitOf,
  compiledResiduals,
  createUnitReader,
  loadSpecializations,
  specializeUnit,
} from "@weft/weaver-bridge/pipeline";
import { expect, test } from "vitest";
import { createRandom } from "../../bench/random-cxx/random.js";
import { declared, driver, heads } from "../../bench/specialize/random.js";
import { RANDOM_END, RANDOM_HEAD, randomFunction } from "../../bench/specialize/random-program.js";

const FUNCTIONS = 8;
const FLAGS = ["-m32", "-O1", "-std=gnu11", "-fwrapv", "-w", "-fno-strict-aliasing"];

test("what is made of random functions compiles, and does what they do", async () => {
  const random = createRandom(2027).below;
  const functions = Array.from({ length: FUNCTIONS }, (_, at) => randomFunction(`f${at}`, random));
  const folder = mkdtempSync(join(tmpdir(), "weft-random-"));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  try {
    const source = RANDOM_HEAD + functions.map(({ text }) => text).join("");
    write("unit.c", source);
    write("made.spec", functions.map(declared).join(""));
    const command = parseCompilerCommand(["gcc", ...FLAGS, "-c", "unit.c"], folder);
    const [input] = command.inputs;
    if (input === undefined) throw new Error("no input");
    const { specs } = loadSpecializations([join(folder, "made.spec")]);
    const asked = specs.flatMap((spec) => spec.declarations.map((declaration) => ({ spec, declaration })));
    const reader = createUnitReader(clangUnitOf(command, input), (file) => readFileSync(file, "latin1"));
    const { made } = await specializeUnit(reader, asked);
    expect((await compiledResiduals({ command, input, source }, made)).problems).toEqual([]);
    const names = made.map(({ declaration }) => declaration.function);
    const left = functions.filter(({ name }) => names.includes(name));
    expect(left.length).toBeGreaterThan(FUNCTIONS / 2);
    write("made.c", made.map(({ text }) => text).join("\n"));
    write("main.c", driver(left));
    write("both.c", `#include "unit.c"\n${heads(left)}#include "made.c"\n${RANDOM_END}`);
    execFileSync("gcc", [...FLAGS, "both.c", "main.c", "-o", "program"], { cwd: folder });
    const run = spawnSync(join(folder, "program"), { encoding: "utf8", timeout: 60_000 });
    expect([run.stdout, run.status]).toEqual(["", 0]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * What specialization writes, whole: each folder has a unit, declarations, and the residual code that is expected of them.
 * `WEFT_UPDATE_GOLDEN=1` writes it anew. Where there is a `main.c`, it calls generic and residual functions, and its exit code
 * says whether they did the same.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseCompilerCommand } from "@weft/weaver-bridge/kernel-build";
import type { ResidualNote } from "@weft/weaver-bridge/partial-eval";
import {
  clangUnitOf,
  compiledResiduals,
  createUnitReader,
  loadSpecializations,
  specializeUnit,
} from "@weft/weaver-bridge/pipeline";
import { expect, test } from "vitest";

const root = import.meta.dirname;
const folders = readdirSync(root, { withFileTypes: true }).filter((one) => one.isDirectory());

test.each(folders.map(({ name }) => name))("%s", async (name) => {
  const folder = join(root, name);
  const command = parseCompilerCommand(["gcc", "-m32", "-std=gnu11", "-c", "unit.c"], folder);
  const [input] = command.inputs;
  if (input === undefined) throw new Error("no input");
  const { specs } = loadSpecializations([join(folder, "made.spec")]);
  const asked = specs.flatMap((spec) => spec.declarations.map((declaration) => ({ spec, declaration })));
  const reader = createUnitReader(clangUnitOf(command, input), (file) => readFileSync(file, "latin1"));
  const { made, problems } = await specializeUnit(reader, asked);
  expect(problems).toEqual([]);
  const source = readFileSync(join(folder, "unit.c"), "latin1");
  expect((await compiledResiduals({ command, input, source }, made)).problems).toEqual([]);
  const warned = (await compiledResiduals({ command: strict(folder), input, source }, made)).problems;
  expect(new Set(warned.map(({ code }) => code))).toEqual(new Set(WARNED.get(name) ?? []));
  for (const { message } of warned)
    expect(message).toMatch(/^the compiler warns of|does not compile without it/);
  const text = made.map((one) => one.text).join("\n");
  if (process.env.WEFT_UPDATE_GOLDEN === "1") writeFileSync(join(folder, "residual.c"), text);
  expect(text).toBe(readFileSync(join(folder, "residual.c"), "latin1"));
  for (const { residual, text: code } of made)
    expect(falselyRemoved(residual.notes, source, code)).toEqual([]);
  if (existsSync(join(folder, "main.c"))) run(folder);
});

/** What is made draws no warning where the unit does not. */
const strict = (folder: string) =>
  parseCompilerCommand(
    [
      "gcc",
      "-m32",
      "-std=gnu11",
      "-O2",
      "-Wall",
      "-Wextra",
      "-Werror",
      "-Wno-unused-const-variable",
      "-c",
      "unit.c",
    ],
    folder,
  );

/** Units of which compilers warn themselves, and code that follows a null pointer as its generic function does. */
const WARNED: ReadonlyMap<string, readonly string[]> = new Map([
  ["arms-converted", ["specialize/untried"]],
  ["calls-in-arguments", ["specialize/untried"]],
  ["interpreter", ["specialize/untried"]],
  ["variable-arguments", ["specialize/untried"]],
  ["known-as-null", ["specialize/fault"]],
]);

/** Calls that are said to be removed, stand in the residual code, and are told of nowhere else. */
function falselyRemoved(notes: readonly ResidualNote[], source: string, code: string): readonly string[] {
  const calledIn = (isMeant: (note: ResidualNote) => boolean) =>
    notes
      .filter(isMeant)
      .flatMap(({ start, end }) => [...source.slice(start, end).matchAll(/\b\w+\(/g)].map(([call]) => call));
  const left = new Set(calledIn(({ what }) => what !== "removed"));
  return calledIn(({ what }) => what === "removed").filter((call) => !left.has(call) && code.includes(call));
}

/** Throws where generic and residual functions differ. */
function run(folder: string): void {
  const made = mkdtempSync(join(tmpdir(), "weft-golden-"));
  const program = join(made, "program");
  const files = ["unit.c", "residual.c", "main.c"].flatMap((name) => ["-include", join(folder, name)]);
  try {
    execFileSync("gcc", ["-m32", "-O1", "-std=gnu11", "-w", ...files, "-x", "c", "/dev/null", "-o", program]);
    execFileSync(program, { timeout: 60_000 });
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/**
 * What specialization writes, whole: each folder has a unit, declarations, and the residual code that is expected of them.
 * `WEFT_UPDATE_GOLDEN=1` writes it anew.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
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
  const text = made.map((one) => one.text).join("\n");
  if (process.env.WEFT_UPDATE_GOLDEN === "1") writeFileSync(join(folder, "residual.c"), text);
  expect(text).toBe(readFileSync(join(folder, "residual.c"), "latin1"));
});

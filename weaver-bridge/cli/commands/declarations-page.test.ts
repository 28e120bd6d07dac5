/** The language page of `.spec` files: every example of it is specialized, by the command that users type. */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { bundle, folderWith, weft } from "../test/weft-process.js";

beforeAll(() => void bundle());

const page = readFileSync(new URL("../../partial-eval/DECLARATIONS.md", import.meta.url), "utf8");
const examples = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "gm"))].map(([, text = ""]) => text);
const folder = folderWith({
  "unit.c": examples("c").join(""),
  "text.spec": examples("spec").join(""),
  "image.json": examples("json").join(""),
});

test("each declaration of the page makes its function", () => {
  const words = ["--json", "--", "gcc", "-m32", "-std=gnu11", "-c", "unit.c"];
  const { code, out, err } = weft(folder, ["specialize", "text.spec", ...words]);
  expect(err).toBe("");
  expect(code).toBe(0);
  const { residuals } = JSON.parse(out) as { residuals: { residual: string }[] };
  const declared = [
    ...examples("spec")
      .join("")
      .matchAll(/^specialize \w+ as (\w+)/gm),
  ].map(([, name]) => name);
  expect(declared.length).toBeGreaterThan(9);
  expect(residuals.map(({ residual }) => residual)).toEqual(declared);
});

test("so does its JSON", () => {
  const { code, out, err } = weft(folder, ["specialize", "image.json"]);
  expect(err).toBe("");
  expect(code).toBe(0);
  expect(out).toMatch(/int send_serial_json\(/);
  expect(out).toMatch(/run_loaded_json_make\(/);
});

test("its examples show every clause that declarations know", () => {
  const said = examples("spec").join("");
  for (const clause of [
    "==",
    "nonnull",
    "noalias",
    "dispatch",
    "keep",
    "static",
    "dynamic",
    "optimistic guard",
  ])
    expect(said).toContain(clause);
  for (const limit of ["unroll", "statements", "depth", "variants", "bytes"])
    expect(said).toMatch(new RegExp(`limits [^;]*${limit} \\d`));
});

/** What a command loads before it begins: a decoder of machine code takes 30 ms, which a check has no use for. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundle } from "./weft-process.js";

/** The file, and all that it imports at once. */
function loadedBy(folder: string, file: string, known = new Map<string, string>()): Map<string, string> {
  if (known.has(file)) return known;
  const text = readFileSync(join(folder, file), "utf8");
  known.set(file, text);
  for (const [, name = ""] of text.matchAll(/\b(?:from|import) ?"\.\/([\w-]+\.js)"/g))
    loadedBy(folder, name, known);
  return known;
}

test("commands about sources load no decoder, those about machine code do", () => {
  const folder = bundle();
  const isLoaded = (command: string) =>
    readdirSync(folder)
      .filter((file) => new RegExp(`^${command}-\\w+\\.js$`).test(file))
      .some((file) => [...loadedBy(folder, file).values()].some((text) => text.includes("iced_x86_bg.wasm")));
  expect(["check", "effects", "joinpoints", "diff", "build"].filter(isLoaded)).toEqual([]);
  expect(isLoaded("live-weave")).toBe(true);
});

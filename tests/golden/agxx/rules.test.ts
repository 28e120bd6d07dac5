/** The table of rules in the README names cases and files that exist. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { THEMES } from "./themes.js";

const folder = dirname(fileURLToPath(import.meta.url));
const repository = join(folder, "../../..");

/** The second column of each row, cut at `;`. */
function named(): string[] {
  const rows = readFileSync(join(folder, "README.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| Rule |"));
  return rows
    .map((row) => row.split(/(?<!\\)\|/)[2]?.trim() ?? "")
    .filter((cell) => !cell.startsWith("not yet:"))
    .flatMap((cell) => cell.replaceAll("\\|", "|").split(";"))
    .map((name) => name.trim());
}

const cases = new Set(Object.values(THEMES).flatMap((theme) => Object.keys(theme)));
const isPath = (name: string) => name.startsWith("`");

test("each rule names cases that exist", () => {
  const missing = named().filter((name) => !isPath(name) && !cases.has(name));
  expect(named().length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

test("each rule names files that exist", () => {
  const paths = named()
    .filter(isPath)
    .flatMap((names) => [...names.matchAll(/`([^`]+)`/g)].map(([, path]) => path as string));
  expect(paths.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
});

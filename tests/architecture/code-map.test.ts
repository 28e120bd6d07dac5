/** Every product folder stands on the architecture page with an invariant, and the page names no folder that is gone. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const page = readFileSync(join(root, "weaver-bridge", "ARCHITECTURE.md"), "utf8");
const NOT_PRODUCT = new Set(["node_modules", "lib", "dist", "build", "artifacts"]);

const sections = [...page.matchAll(/^### `([^`]+)`\n([^#]*)/gm)].map((match) => ({
  folder: match[1] as string,
  text: match[2] as string,
}));

function foldersIn(parent: string): string[] {
  return readdirSync(join(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NOT_PRODUCT.has(entry.name) && !entry.name.startsWith("."))
    .filter((entry) => readdirSync(join(root, parent, entry.name)).length > 0)
    .map((entry) => `${parent}/${entry.name}`);
}

test("every folder is on the page", () => {
  const folders = ["weaver-bridge", "language-server/src", "debug-adapter/src", "ide"].flatMap(foldersIn);
  const named = new Set(sections.map((section) => section.folder));
  expect(folders.filter((folder) => !named.has(folder))).toEqual([]);
});

test("every folder on the page exists and has an invariant", () => {
  expect(sections.filter(({ folder }) => !existsSync(join(root, folder))).map((s) => s.folder)).toEqual([]);
  expect(sections.filter(({ text }) => !text.includes("*Invariant:*")).map((s) => s.folder)).toEqual([]);
});

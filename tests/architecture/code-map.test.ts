/**
 * Every product folder stands on the architecture page with an invariant and under an import rule, and neither names a
 * folder that is gone; every test file is run by some project.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
const NOT_PRODUCT = new Set(["node_modules", "lib", "dist", "build", "artifacts"]);

const sections = [...page.matchAll(/^### `([^`]+)`\n((?:(?!#).*\n)*)/gm)].map((match) => ({
  folder: match[1] as string,
  text: match[2] as string,
}));

function foldersIn(parent: string): string[] {
  return readdirSync(join(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NOT_PRODUCT.has(entry.name) && !entry.name.startsWith("."))
    .filter((entry) => readdirSync(join(root, parent, entry.name)).length > 0)
    .map((entry) => `${parent}/${entry.name}`);
}

const folders = ["weaver-bridge", "language-server/src", "debug-adapter/src", "ide"].flatMap(foldersIn);

test("every folder is on the page", () => {
  const named = new Set(sections.map((section) => section.folder));
  expect(folders.filter((folder) => !named.has(folder))).toEqual([]);
});

test("every folder on the page exists and has an invariant", () => {
  expect(sections.filter(({ folder }) => !existsSync(join(root, folder))).map((s) => s.folder)).toEqual([]);
  expect(sections.filter(({ text }) => !text.includes("*Invariant:*")).map((s) => s.folder)).toEqual([]);
});

test("the page can be read in ten minutes, and leads to the pages of the rooms", () => {
  expect(page.split(/\s+/).length).toBeLessThan(4000);
  const links = [...page.matchAll(/\]\(([\w./-]+\/README\.md)\)/g)].map(([, link]) => link as string);
  expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
  const rooms = folders.map((folder) => `${folder}/README.md`).filter((file) => existsSync(join(root, file)));
  expect(rooms.filter((file) => !links.includes(file))).toEqual([]);
  const withoutPage = foldersIn("weaver-bridge").filter((room) => !rooms.includes(`${room}/README.md`));
  expect(withoutPage.filter((room) => room !== "weaver-bridge/schemas")).toEqual([]);
});

test("files that the page and the rooms' pages name are there", () => {
  const tracked = globSync(["**/*.{ts,tsx,mjs,cjs,c,h,cpp,sh,S,json,ah}"], {
    cwd: root,
    ignore: ["**/node_modules/**", "**/dist/**", "**/lib/**", "ide/app/plugins/**"],
  });
  const pages = ["ARCHITECTURE.md", ...folders.map((folder) => `${folder}/README.md`)];
  const gone = pages
    .filter((file) => existsSync(join(root, file)))
    .flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|c|cpp|sh))`/g)]
        .map(([, named]) => named as string)
        .filter((named) => !tracked.some((path) => `/${path}`.endsWith(`/${named}`)))
        .map((named) => `${file}: ${named}`),
    );
  expect(gone).toEqual([]);
});

test("every folder stands under an import rule", () => {
  const { forbidden } = createRequire(import.meta.url)("../../.dependency-cruiser.cjs") as {
    forbidden: readonly { readonly name: string }[];
  };
  const ruled = new Set(forbidden.map(({ name }) => name));
  expect(folders.filter((folder) => !ruled.has(`imports-of:${folder}`))).toEqual([]);
});

test("every test file is run by a project", async () => {
  const GENERATED = ["**/node_modules/**", "**/lib/**", "**/dist/**", "ide/app/plugins/**"];
  const { projects } = (await import(join(root, "vitest.config.ts"))).default.test as {
    readonly projects: readonly { readonly test: { readonly include: readonly string[] } }[];
  };
  const files = (patterns: readonly string[]) => globSync(patterns, { cwd: root, ignore: GENERATED });
  const run = new Set(files(projects.flatMap(({ test }) => [...test.include])));
  const all = files(["**/*.{test,spec}.{ts,tsx,mts,js,mjs}"]);
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter((file) => !run.has(file))).toEqual([]);
});

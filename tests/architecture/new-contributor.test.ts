/** What the page says of adding a contributor, done: a folder (`new-contributor`) and a row, and its marks arrive. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { editorEffects } from "../../language-server/src/analysis/lines/file-effects.js";
import { hoverText } from "../../language-server/src/analysis/lines/hover.js";
import { contributors } from "../../language-server/src/contributors/index.js";
import { createWorkspace } from "../../language-server/src/workspace/create-workspace.js";
import { uriOfPath } from "../../language-server/src/workspace/index.js";
import { bugOn } from "./new-contributor/bug-on.js";

const root = mkdtempSync(join(tmpdir(), "weft contributor "));
const path = join(root, "k.c");
const TEXT = `#define BUG_ON(x) do { if (x) __builtin_trap(); } while (0)
int first(int *list) {
	BUG_ON(!list);
	return list[0];
}
`;
writeFileSync(path, TEXT);
const workspace = createWorkspace({
  folder: root,
  trusted: true,
  log: () => undefined,
  contributors: [...contributors, bugOn],
});
afterAll(() => workspace.dispose());

test("a contributor that is a folder and a row marks lines and tells about them", () => {
  workspace.documents.open(uriOfPath(path), "c", 1, TEXT);
  workspace.documentChanged(path);
  const snapshot = workspace.snapshot();
  expect(editorEffects(snapshot, path).filter(({ kind }) => kind === "guard")).toMatchObject([
    { title: "stops the kernel where x", range: { start: { line: 0, character: 8 } } },
    { title: "stops the kernel where !list", range: { start: { line: 2, character: 1 } } },
  ]);
  expect(hoverText(snapshot, path, { line: 2, character: 4 })?.markdown).toBe(
    "**stops the kernel where !list**\n\nthe code below relies on it",
  );
});

test("the page shows this very contributor", () => {
  const page = readFileSync(join(import.meta.dirname, "..", "README.md"), "utf8");
  const example = readFileSync(join(import.meta.dirname, "new-contributor", "bug-on.ts"), "utf8");
  expect(page).toContain(example.slice(example.indexOf("export const")));
});

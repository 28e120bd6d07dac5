import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { findClangd } from "./find-clangd.js";

function folderWith(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "weft-find-clangd-"));
  for (const name of names) {
    writeFileSync(join(folder, name), "");
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

test("the newest numbered clangd wins, wherever it stands on PATH", () => {
  const first = folderWith("clangd-14", "clangd");
  const second = folderWith("clangd-9", "clangd-19", "clangd-tidy");
  expect(findClangd(undefined, [first, second].join(delimiter))).toEqual({
    path: join(second, "clangd-19"),
    major: 19,
  });
});

test("a plain clangd is taken when nothing else is there", () => {
  const folder = folderWith("clangd");
  expect(findClangd("", folder)).toEqual({ path: join(folder, "clangd") });
});

test("nothing is found in folders that don't exist, and a named file must be executable", () => {
  const folder = folderWith();
  mkdirSync(join(folder, "sub"));
  expect(findClangd(undefined, join(folder, "missing"))).toBeUndefined();
  expect(findClangd(join(folder, "nothing"))).toBeUndefined();
});

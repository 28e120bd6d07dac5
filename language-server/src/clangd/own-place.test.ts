import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { indexLink } from "./own-place.js";

test.each([".cache", ".cache/clangd", ".cache/clangd/index"])(
  "%s as a link is no place for an index",
  (name) => {
    const folder = mkdtempSync(join(tmpdir(), "weft-index-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, name, ".."), { recursive: true });
    expect(indexLink(folder)).toBeUndefined();
    symlinkSync(tmpdir(), join(folder, name));
    expect(indexLink(folder)).toBe(join(folder, name));
  },
);

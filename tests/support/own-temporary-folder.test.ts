import { existsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import makeOwnTemporaryFolder from "./own-temporary-folder.js";

test("what tests leave behind goes with their run", () => {
  const before = tmpdir();
  const remove = makeOwnTemporaryFolder();
  const own = tmpdir();
  expect(dirname(own)).toBe(before);
  expect(statSync(own).mode & 0o7777).toBe(0o1777);
  remove();
  expect(existsSync(own)).toBe(false);
  expect(tmpdir()).toBe(before);
});

test("this run is in such a folder", () => {
  expect(process.env.TMPDIR).toMatch(/\/weft-\w{6}$/);
});

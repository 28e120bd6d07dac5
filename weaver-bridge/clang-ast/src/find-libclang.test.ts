import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { howToInstall } from "../../model/index.js";
import { findLibclang, findNewest } from "./find-libclang.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "weft-libclang-"));
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  delete process.env.WEFT_LIBCLANG;
});

/** A shared library that says it is libclang of that version. */
function impostor(version: number): string {
  const file = path.join(folder, `libclang-${version}.so.1`);
  const source = `struct S { const void *d; unsigned f; };
    struct S clang_getClangVersion(void) { return (struct S){ "clang version ${version}.0.1", 0 }; }
    const char *clang_getCString(struct S s) { return s.d; } void clang_disposeString(struct S s) {}`;
  execFileSync("gcc", ["-shared", "-fPIC", "-x", "c", "-", "-o", file], { input: source });
  return file;
}

test("a library that is too old is named, with what to install", () => {
  process.env.WEFT_LIBCLANG = impostor(14);
  expect(() => findNewest()).toThrow(
    expect.objectContaining({
      code: "libclang-too-old",
      message: expect.stringContaining("is version 14"),
      hint: expect.stringContaining(howToInstall("libclang")),
    }),
  );
});

test("a path that is no library says why", () => {
  process.env.WEFT_LIBCLANG = path.join(folder, "nothing.so");
  expect(() => findNewest()).toThrow(
    expect.objectContaining({ code: "libclang-missing", message: expect.stringContaining("nothing.so") }),
  );
  process.env.WEFT_LIBCLANG = folder;
  expect(() => findNewest()).toThrow(expect.objectContaining({ code: expect.stringMatching(/^libclang-/) }));
});

test("an unusable library of a good version is reported as missing functions", () => {
  process.env.WEFT_LIBCLANG = impostor(99);
  expect(() => findNewest()).toThrow(
    expect.objectContaining({
      code: "libclang-missing",
      message: expect.stringContaining("has no function clang_"),
    }),
  );
});

test("the newest installed one is found", () => {
  const found = findLibclang();
  expect(found).toEqual({
    value: { path: expect.stringContaining("libclang"), version: expect.stringMatching(/version \d+/) },
  });
});

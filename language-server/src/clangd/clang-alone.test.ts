import { expect, test } from "vitest";
import { onlyClangWarns } from "./clang-alone.js";

const hidden = (code: string, options = "", more = {}) =>
  onlyClangWarns({ severity: 2, source: "clang", code, ...more }, `gcc ${options} -c a.c`.split(" "));

test("warnings that gcc doesn't know are clang's alone, unless the command asks for them", () => {
  expect(hidden("-Wgnu-designator")).toBe(true);
  expect(hidden("-Winitializer-overrides", "-Wall -Wextra")).toBe(true);
  expect(hidden("-Winitializer-overrides", "-Winitializer-overrides")).toBe(false);
  expect(hidden("-Wgnu-designator", "-Wpedantic")).toBe(false);
  expect(hidden("-Wincompatible-pointer-types")).toBe(false);
});

test("a warning that gcc gives only when it is told to is the build's where it is told", () => {
  expect(hidden("-Wpointer-sign")).toBe(true);
  expect(hidden("-Wpointer-sign", "-Wall")).toBe(false);
  expect(hidden("-Wempty-body", "-Wall")).toBe(true);
  expect(hidden("-Wempty-body", "-Wextra")).toBe(false);
});

test("errors stay, also those that are warnings elsewhere, and so does what clangd remarks", () => {
  expect(hidden("-Wgnu-designator", "", { severity: 1 })).toBe(false);
  expect(hidden("unused-includes", "", { source: "clangd" })).toBe(false);
  expect(hidden("init_conversion_failed", "", { severity: 1 })).toBe(false);
  expect(hidden("-Wunused-variable", "-Wall")).toBe(false);
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clangThatReads, MACHINE_TOOLS } from "@weft/weaver-bridge/model";
import { expect, test } from "vitest";
import { clangFor, proposal, sayOnce } from "./newer-clang.mjs";

const of = (gcc, libclang, available = ["libclang1-19", "libclang1-22", "clang-19", "clang-22"]) =>
  proposal(MACHINE_TOOLS, { gcc, libclang }, (name) => available.includes(name));

test.each([
  [12, 16],
  [14, 19],
  [15, 20],
  [16, 22],
  // Who does not say how new it is.
  [Number.NaN, 16],
  [15, Number.NaN],
])("gcc %s with libclang %s: nothing to say", (gcc, libclang) => expect(of(gcc, libclang)).toBeUndefined());

test("a newer libclang is proposed, with the command", () => {
  expect(of(15, 19)).toBe(
    "gcc 15 is newer than libclang 19, which may leave unread what is new in its C; to have a newer one: sudo apt-get install libclang1-22 clang-22",
  );
  expect(of(16, 19, ["libclang1-19", "clang-19"])).toMatch(/apt offers none from release 22 on/);
  expect(of(17, 22)).toMatch(/apt offers none from release 24 on/);
});

test("set-up and doctor go by the same rule", () => {
  for (let gcc = 9; gcc < 20; gcc++)
    expect(clangFor(MACHINE_TOOLS.libclang, gcc)).toBe(clangThatReads("gcc", gcc));
});

test("it is said once", () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-said-"));
  const heard = [];
  for (const words of ["a", "a", "b", "b"])
    sayOnce(words, join(folder, "in/said"), (line) => heard.push(line));
  rmSync(folder, { recursive: true });
  expect(heard).toEqual(["a", "b"]);
});

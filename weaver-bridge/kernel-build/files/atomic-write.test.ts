import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { replaceableFile, writeAtomically } from "./atomic-write.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "weft-atomic-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a project's state folder, once made, hides itself from version control", () => {
  writeAtomically(join(folder, ".weft/units/a.json"), "one");
  expect(readFileSync(join(folder, ".weft/.gitignore"), "utf8")).toBe("*\n");
  expect(readdirSync(join(folder, ".weft/units"))).toEqual(["a.json"]);
  mkdirSync(join(folder, "kept/.weft"), { recursive: true });
  writeAtomically(join(folder, "kept/.weft/units/a.json"), "one");
  expect(readdirSync(join(folder, "kept/.weft"))).toEqual(["units"]);
});

test("makes folders, replaces a file and leaves nothing else behind", () => {
  const file = join(folder, "new/deep/a.json");
  writeAtomically(file, "one");
  writeAtomically(file, "\u00e9", "latin1");
  expect(readFileSync(file)).toEqual(Buffer.from([0xe9]));
  expect(readdirSync(join(folder, "new/deep"))).toEqual(["a.json"]);
});

test("replaces what a link points to and keeps the link", () => {
  writeFileSync(join(folder, "real"), "old");
  symlinkSync("real", join(folder, "link"));
  writeAtomically(join(folder, "link"), "new");
  expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, "real"), "utf8")).toBe("new");
  symlinkSync("not yet", join(folder, "dangling"));
  writeAtomically(join(folder, "dangling"), "made");
  expect(readFileSync(join(folder, "not yet"), "utf8")).toBe("made");
});

test("in a state folder a link is replaced itself, and a folder that leads out is an error", () => {
  mkdirSync(join(folder, "p/.weft/units"), { recursive: true });
  mkdirSync(join(folder, "outside"));
  writeFileSync(join(folder, "precious"), "mine");
  symlinkSync("../../precious", join(folder, "p/.weft/weave-map.json"));
  symlinkSync("../../outside", join(folder, "p/.weft/outlines"));
  writeAtomically(join(folder, "p/.weft/weave-map.json"), "{}");
  expect(readFileSync(join(folder, "precious"), "utf8")).toBe("mine");
  expect(() => writeAtomically(join(folder, "p/.weft/outlines/a"), "x")).toThrow(/leads out of/);
  expect(readdirSync(join(folder, "outside"))).toEqual([]);
});

test("never replaces a device or a pipe", () => {
  expect(replaceableFile("/dev/null")).toBeUndefined();
  const pipe = join(folder, "pipe");
  execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", pipe]);
  expect(replaceableFile(pipe)).toBeUndefined();
});

test("a folder in the file's place is the system's error, and stays", () => {
  mkdirSync(join(folder, "taken"));
  expect(() => writeAtomically(join(folder, "taken"), "x")).toThrow(/EISDIR/);
  expect(readdirSync(folder)).toEqual(["taken"]);
});

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { entriesOfLink, readLinked } from "./linked-entry.js";

const folder = mkdtempSync(join(tmpdir(), "weft-linked-"));
const path = (name: string) => join(folder, name);
const LINK = ["-m32", "-nostdlib", "-static", "-Wl,--build-id=none", "-o"];

beforeAll(() => {
  writeFileSync(path("a.c"), "void kmain(void) {}\nvoid _start(void) { kmain(); }\n");
  writeFileSync(path("b.cc"), 'void kernelMain(int) {}\nextern "C" void _start() { kernelMain(1); }\n');
  execFileSync("gcc", [...LINK, path("kernel"), path("a.c")]);
  execFileSync("g++", [...LINK, path("cxx"), path("b.cc")]);
  execFileSync("gcc", ["-s", ...LINK, path("stripped"), path("a.c")]);
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ["kmain", "kernel", true],
  ["main", "kernel", false],
  ["kernelMain", "cxx", true],
  ["Main", "cxx", false],
  ["kmain", "stripped", undefined],
  ["kmain", "a.c", undefined],
  ["kmain", "nothing", undefined],
])("%s in %s: %j", (name, image, expected) => {
  expect(readLinked(path(image))?.has(name)).toBe(expected);
});

test("whose units were linked, where debug information tells", () => {
  execFileSync("gcc", ["-g", ...LINK, "with-debug", "a.c"], { cwd: folder });
  const { holds } = readLinked(path("with-debug"))!;
  expect([holds(path("a.c")), holds(path("b.cc"))]).toEqual([true, false]);
  expect(readLinked(path("kernel"))?.holds(path("a.c"))).toBeUndefined();
});

test("what is at the first instruction", () => {
  expect(["kernel", "cxx", "stripped", "a.c"].map((name) => readLinked(path(name))?.entries)).toEqual([
    ["_start"],
    ["_start"],
    undefined,
    undefined,
  ]);
});

test("what the linker is told, by its script or in words", () => {
  writeFileSync(path("k.ld"), '/* ENTRY(no) ***/ OUTPUT_FORMAT(binary)\nENTRY ( "first.code" )\n');
  expect(entriesOfLink({ entry: "given", script: path("k.ld") })).toEqual(["given", "first.code"]);
  expect(entriesOfLink({ script: path("none.ld") })).toEqual([]);
});

/** By which names a debugger and a linker know a woven unit: those that the compiler gives it without aspects. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CLANG, CLANGXX } from "../../../tests/support/compilers.js";
import { bundle, folderWith, run, weft } from "../../cli/test/weft-process.js";

const TEXT = '#include "u.h"\nint g(int x) { return two(x); }\n';
const FILES = {
  "u.c": TEXT,
  "u.cc": TEXT,
  "u.h": "static inline int two(int x) { return x + 2; }\n",
  "a.ah": 'aspect A { advice execution("% g(...)") : before() { } };\n',
};

beforeAll(() => void bundle());

/** The unit's name and folder, and symbols of files. */
function namesIn(folder: string, object: string): string[] {
  const read = (...words: string[]) =>
    execFileSync("readelf", ["-W", ...words, object], { cwd: folder, encoding: "utf8" }).split("\n");
  const unit = read("--debug-dump=info").filter((line) => /DW_AT_(?:name|comp_dir)/.test(line));
  const symbols = read("-s").filter((line) => /\bFILE\b/.test(line));
  return [
    ...unit.slice(0, 2).map((line) => line.replace(/^.*: /, "").trim().replace(folder, "FOLDER")),
    ...symbols.map((line) => line.trim().split(/\s+/).at(-1) ?? ""),
  ];
}

describe.each([
  ["gcc", "u.c"],
  [CLANG, "u.c"],
  ["g++", "u.cc"],
  [CLANGXX, "u.cc"],
])("%s", (compiler, source) => {
  test.each([
    "SOURCE",
    "./SOURCE",
    "../SOURCE",
    "FOLDER/SOURCE",
    "SOURCE -gdwarf-4",
    "SOURCE -fdebug-prefix-map=FOLDER=/src",
    "SOURCE -ffile-prefix-map=FOLDER=.",
  ])("%s", (words) => {
    const folder = folderWith(FILES);
    mkdirSync(join(folder, "sub"));
    const directory = words.startsWith("..") ? join(folder, "sub") : folder;
    const command = (object: string) =>
      [compiler, "-g", "-c", ...words.split(" "), "-o", object].map((word) =>
        word.replace("FOLDER", folder).replace("SOURCE", source),
      );
    expect(run(directory, command("plain.o")).code).toBe(0);
    expect(weft(directory, ["cc", "--aspects", join(folder, "a.ah"), "--", ...command("woven.o")]).code).toBe(
      0,
    );
    expect(namesIn(directory, "woven.o")).toEqual(namesIn(directory, "plain.o"));
    rmSync(folder, { recursive: true });
  });
});

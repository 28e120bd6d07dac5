import { expect, test } from "vitest";
import { parseIdlArguments } from "./arguments.js";
import { ALL_OPTIMIZATIONS, DEFAULT_OPTIONS } from "./index.js";

test("Weft's own spelling", () => {
  const words = [
    "a.idl",
    "--kernel",
    "v4",
    "--no-packing",
    "-DX=1",
    "-I",
    "inc",
    "--out=o",
    "--acf",
    "a.acf",
  ];
  expect(parseIdlArguments(words).value).toEqual({
    file: "a.idl",
    kernel: "v4",
    mach: undefined,
    checkOnly: false,
    out: "o",
    explain: false,
    count: false,
    json: false,
    length: 16,
    selfTest: false,
    acf: "a.acf",
    includeFolders: ["inc"],
    only: undefined,
    outputName: undefined,
    options: {
      ...DEFAULT_OPTIONS,
      defines: ["X=1"],
      optimizations: { ...ALL_OPTIMIZATIONS, packing: false },
    },
    ignored: [],
  });
});

test("the spelling of idl4", () => {
  const words =
    "-i V2 -p ia32 -m C -w 32 -s -h x.h -Wp,-DA=1,-Iinc -Wall -fno-use-malloc -fctypes -dcheck -C a.idl";
  expect(parseIdlArguments(words.split(" ")).value).toMatchObject({
    file: "a.idl",
    kernel: "v2",
    only: "server",
    outputName: "x.h",
    includeFolders: ["inc"],
    options: { defines: ["A=1"], useMalloc: false, cTypes: true },
    ignored: ["-Wall", "-dcheck", "-C"],
  });
});

test("a switch given twice: the last counts", () => {
  expect(parseIdlArguments(["--no-packing", "--packing"]).value?.options.optimizations.packing).toBe(true);
});

test("mistakes are named one by one", () => {
  expect(
    parseIdlArguments(["--fast", "--kernel", "v5", "-w", "64", "-p", "arm", "a.idl", "b.idl", "-I"]).errors,
  ).toEqual([
    expect.stringContaining("--fast is no option of weft idl; optimizations are packing, "),
    '--kernel takes v2, x0 or v4, not "v5"',
    '-w takes 32, not "64": stubs are for i686',
    '--platform takes ia32 or x86_64, not "arm"',
    "-I needs a value",
    "one IDL file at a time, not 2",
  ]);
});

test("a .defs file is Mach's unless a kernel of L4 is named; check writes nothing", () => {
  const read = (...words: string[]) => parseIdlArguments(words);
  expect(read("a.defs").value?.mach).toBe("i686");
  expect(read("check", "a.defs", "--platform", "x86_64").value).toMatchObject({
    mach: "x86_64",
    checkOnly: true,
  });
  expect(read("a.defs", "--kernel", "v4").value).toMatchObject({
    mach: undefined,
    kernel: "v4",
    checkOnly: false,
  });
  expect(read("check", "a.idl").value).toMatchObject({ mach: undefined, file: "a.idl", checkOnly: true });
  expect(read("a.idl", "--platform", "x86_64").errors).toHaveLength(1);
  expect(read("a.defs", "--kernel", "x0", "-p", "x86_64").errors).toHaveLength(1);
});

import { expect, test } from "vitest";
import { buildLineMap } from "./line-map.js";

const TEXT = [
  '# 1 "main.c"',
  '# 1 "<built-in>" 1',
  "int builtin;",
  '# 7 "dir/a b.h" 1 3',
  "int a;",
  "int b;",
  '# 2 "main.c" 2',
  "int c;",
  "",
].join("\n");

test("maps an offset to its source line and column", () => {
  const map = buildLineMap(TEXT);
  expect(map.positionAt(TEXT.indexOf("b;"))).toEqual({ file: "dir/a b.h", line: 8, column: 5 });
  expect(map.positionAt(TEXT.indexOf("c;"))).toEqual({ file: "main.c", line: 2, column: 5 });
});

test("lists files without pseudo-files and knows system headers", () => {
  const map = buildLineMap(TEXT);
  expect(map.files).toEqual(["main.c", "dir/a b.h"]);
  expect(map.inSystemHeader(TEXT.indexOf("int a"))).toBe(true);
  expect(map.inSystemHeader(TEXT.indexOf("int c"))).toBe(false);
});

test("the folder that gcc -g tells is no file: it changes with each build", () =>
  expect(buildLineMap('# 0 "a.c"\n# 1 "/src/linux//"\n# 0 "<built-in>"\n# 1 "a.c"\nint a;\n').files).toEqual([
    "a.c",
  ]));

test("segments cover what a file contributes", () => {
  const segments = buildLineMap(TEXT).segmentsOf("dir/a b.h");
  expect(segments.map(({ start, end }) => TEXT.slice(start, end))).toEqual([
    'int a;\nint b;\n# 2 "main.c" 2\n',
  ]);
});

test("text without markers maps to the fallback file", () => {
  expect(buildLineMap("x\ny\n", "unit.c").positionAt(2)).toEqual({ file: "unit.c", line: 2, column: 1 });
});

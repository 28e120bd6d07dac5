import { expect, test } from "vitest";
import { readWovenLines } from "./woven-lines.js";

const text = [
  '# 0 "fs/open.c"',
  '# 1 "include/errno.h" 1',
  "enum { EPERM = 1 };",
  '# 3 "fs/open.c" 2',
  "static int limit;",
  "",
  '# 6 "fs/open.c" 3',
  "static inline void __weft_advice_Trace_0_1(void);",
  '# 6 "fs/open.c"',
  "int sys_open(void)",
  "{ __weft_advice_Trace_0_1(); {",
  "return limit;",
  '# 9 "/k/a b/trace.ah"',
  "printk(1);",
].join("\n");

test("a line of the source is found by the markers", () => {
  const lines = readWovenLines(text);
  expect(lines.find("/k/fs/open.c", 2)).toBe(4);
  expect(lines.find("/k/fs/open.c", 5)).toBe(9);
  expect(lines.find("/k/fs/open.c", 7)).toBe(11);
  expect(lines.find("/k/include/errno.h", 0)).toBe(2);
});

test("a line without code of its own leads to the one above it", () => {
  expect(readWovenLines(text).find("/k/fs/open.c", 4)).toBe(4);
  expect(readWovenLines(text).find("/k/fs/open.c", 99)).toBe(11);
});

test("a file that is not in the text leads nowhere, nor does a name that only ends alike", () => {
  expect(readWovenLines(text).find("/k/fs/close.c", 5)).toBeUndefined();
  expect(readWovenLines(text).find("/k/xfs/open.c", 5)).toBeUndefined();
});

test("markers, and what the weaver brought, are told from the source's own lines", () => {
  const { markers, woven } = readWovenLines(text);
  expect(markers).toEqual([
    { first: 0, last: 1 },
    { first: 3, last: 3 },
    { first: 6, last: 6 },
    { first: 8, last: 8 },
    { first: 12, last: 12 },
  ]);
  expect(woven).toEqual([
    { first: 7, last: 7 },
    { first: 10, last: 10 },
    { first: 13, last: 13 },
  ]);
});

import { expect, test } from "vitest";
import { parseAspectFile } from "../../pointcut/index.js";
import { renderTail, sectionsOf, splitTail, unexpandedTail } from "./aspect-tail.js";

const TEXT = `#include "x.h"
#define INC(x) x++
aspect T {
  int count;
#ifdef MORE
  int more;
#endif
  advice execution("% f(...)") && args(a) : before(int a) {
    INC(count); }
};
`;
const files = [parseAspectFile("dir/t.ah", TEXT)];

test("each part of an aspect stands between markers, at its own line and column", () => {
  const tail = renderTail(files);
  expect(files[0]?.problems).toEqual([]);
  const body = sectionsOf(files).findIndex(({ kind }) => kind === "body");
  const column = (TEXT.split("\n")[7] as string).lastIndexOf("{");
  expect(tail).toContain(
    `#line 1 "<weft-tail>"\n__weft_section_begin_${body}\n#line 8 "dir/t.ah"\n${" ".repeat(column)}{\n    INC(count); }\n`,
  );
});

test("sections are in the order of the text, so that directives reach what follows", () => {
  const starts = sectionsOf(files).map(({ range }) => range.start);
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
});

test("splitting finds the unit's text and the sections that the preprocessor left", () => {
  const body = sectionsOf(files).findIndex(({ kind }) => kind === "body");
  const preprocessed = `# 1 "u.c"\nint x;\n# 1 "<weft-tail>"\n__weft_section_begin_0\n# 1 "dir/t.ah"\nint y;\n# 1 "<weft-tail>"
__weft_section_begin_${body}\n# 8 "dir/t.ah"\n { count++; }\n# 1 "<weft-tail>"\n__weft_section_end_${body}\n`;
  const { unitText, tail } = splitTail(preprocessed);
  expect(unitText).toBe('# 1 "u.c"\nint x;\n');
  expect(tail?.sections[0]).toBe('# 1 "dir/t.ah"\nint y;\n');
  expect(tail?.sections[1]).toBeUndefined();
  expect(tail?.sections[body]).toBe('# 8 "dir/t.ah"\n { count++; }\n');
});

test("text without a tail is the unit's", () => {
  expect(splitTail("int x;\n")).toEqual({ unitText: "int x;\n" });
  expect(renderTail([])).toBe("");
});

test("without preprocessing, the sections are what is written", () => {
  const body = sectionsOf(files).findIndex(({ kind }) => kind === "body");
  expect(unexpandedTail(files).sections[body]).toContain("INC(count); }\n");
});

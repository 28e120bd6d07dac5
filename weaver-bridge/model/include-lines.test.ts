import { expect, test } from "vitest";
import { includesIn, withIncludes } from "./include-lines.js";

const TEXT = `#include "a.ah"
  # include <linux/fs.h> // why
#include_next "b.h"
#include MACRO
int include; // #include "c.h"
#include "c.h`;

test("quoted and bracketed names, with their lines", () => {
  expect(
    includesIn(TEXT, 100).map(({ name, isAspectFile, range }) => [
      name,
      isAspectFile,
      TEXT.slice(range.start - 100, range.end - 100),
    ]),
  ).toEqual([
    ['"a.ah"', true, '#include "a.ah"'],
    ["<linux/fs.h>", false, "  # include <linux/fs.h> // why"],
    ['"b.h"', false, '#include_next "b.h"'],
  ]);
});

test("lines are left out, get another name or stay as they are", () => {
  const named = withIncludes(TEXT, ({ path, isAspectFile, isQuoted }) =>
    isAspectFile ? undefined : isQuoted ? `dir/${path}` : path,
  );
  expect(named).toBe(TEXT.replace('#include "a.ah"', "").replace('"b.h"', '"dir/b.h"'));
});

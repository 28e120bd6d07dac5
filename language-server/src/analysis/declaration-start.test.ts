import { expect, test } from "vitest";
import { testEffect, testSnapshot } from "../contributors/test-snapshot.js";
import { declarationStart } from "./declaration-start.js";
import { codeLenses } from "./lines/code-lenses.js";
import { relatedElements } from "./relations/relations.js";

const KERNEL = `MODULE_LICENSE("GPL")
static struct inode *
__attribute__((noinline))
find_inode(int number)
{
	return 0;
}
int next(void) { return 1; }
/* of a user */
int
last(void)
{
	return 2;
}
label:
other(void) { }
`;

const snapshot = testSnapshot(
  { "/k.c": KERNEL },
  {
    effects: [
      testEffect("execution", "struct inode *find_inode(int)", { line: 4, column: 1 }),
      testEffect("execution", "int next()", { line: 8, column: 5 }),
    ],
  },
);

test("a declaration begins with its first word, not behind what stands before it", () => {
  const source = snapshot.text("/k.c")!;
  expect([3, 7, 10, 15].map((line) => declarationStart(source, line))).toEqual([1, 7, 9, 15]);
});

test("a lens stands above the whole declaration, and asks about the name", () => {
  const lenses = codeLenses(snapshot, "/k.c").map(({ range, about = range, title }) =>
    [range.start.line, about.start.line, title].join(" "),
  );
  expect(lenses).toEqual(["1 3 advised by Trace", "1 3 why", "7 7 advised by Trace", "7 7 why"]);
});

test("the cursor anywhere in the declaration relates to the function's advice", () => {
  const labelsAt = (line: number) =>
    relatedElements(snapshot, "/k.c", {
      start: { line, character: 0 },
      end: { line, character: 0 },
    }).map(({ label }) => label);
  for (const line of [1, 2, 3]) expect(labelsAt(line)).toEqual(["execution struct inode *find_inode(int)"]);
  expect(labelsAt(9)).toEqual([]);
});

/** What leaves a source takes its lines along, and nothing else. */
import { expect, test } from "vitest";
import { applyTextEdits, deletion, mergeChanges, reindent } from "./text-edits.js";

/** `text` without what stands between `«` and `»`. */
function without(marked: string): string {
  const start = marked.indexOf("«");
  const end = marked.indexOf("»") - 1;
  const text = marked.replace(/[«»]/g, "");
  return applyTextEdits(text, [deletion(text, { start, end })]);
}

test.each([
  ["a whole line goes with its line end", "a;\n\t«b;»\nc;\n", "a;\nc;\n"],
  ["a comment beside it stays", "a;\n«b;» /* why */\nc;\n", "a;\n/* why */\nc;\n"],
  ["what stands before it stays", "a; «b;»\nc;\n", "a;\nc;\n"],
  ["of two blank lines around it one is left", "a;\n\n«b;»\n\nc;\n", "a;\n\nc;\n"],
  ["no blank line stays behind a brace", "{\n\t«b;»\n\n\tc;\n}\n", "{\n\tc;\n}\n"],
])("%s", (_, marked, left) => expect(without(marked)).toBe(left));

test("edits come in any order, equal ones count once, and overlapping ones are our fault", () => {
  const at = (start: number, end: number, text = "") => ({ range: { start, end }, text });
  expect(applyTextEdits("abcd", [at(3, 4, "D"), at(0, 1, "A"), at(3, 4, "D")])).toBe("AbcD");
  expect(() => applyTextEdits("abcd", [at(0, 2), at(1, 3)])).toThrow("edits overlap at byte 1");
  const changes = [
    { file: "/a", edits: [at(2, 3)] },
    { file: "/a", edits: [at(0, 1)] },
  ];
  expect(mergeChanges(changes)).toEqual([{ file: "/a", edits: [at(0, 1), at(2, 3)] }]);
});

test("a block keeps its shape at another depth, directives their column", () => {
  expect(reindent("if (a)\n\t\tb();\n#ifdef C\n\t\t\tc();\n", "  ")).toBe(
    "  if (a)\n  b();\n#ifdef C\n  \tc();\n",
  );
});

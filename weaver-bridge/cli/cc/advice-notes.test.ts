import { expect, test } from "vitest";
import type { Effect } from "../../model/index.js";
import { adviceNotes } from "./advice-notes.js";

function effect(
  line: number,
  advice: { readonly index: number; readonly start: number; readonly end: number },
): Effect {
  const range = { file: "k.c", startLine: line, startColumn: 1, endLine: line, endColumn: 2 };
  return {
    id: `${advice.index}@${line}`,
    kind: "advice",
    joinPoint: {
      id: String(line),
      kind: "call",
      signature: "int f()",
      within: "int g()",
      range,
      inMacro: false,
    },
    origin: { file: "/p/t.ah", startLine: advice.start, startColumn: 1, endLine: advice.end, endColumn: 2 },
    aspect: "T",
    adviceIndex: advice.index,
    adviceKind: "before",
    title: "T: before call of f",
    reason: "",
    certainty: "certain",
    order: 0,
  };
}

const first = { index: 0, start: 2, end: 4 };
const second = { index: 1, start: 6, end: 8 };

test("an error in an advice body names where it is woven, once", () => {
  const said = "In function 'x':\n/p/t.ah:3:9: error: 'a' undeclared\n/p/t.ah:3:12: error: 'b' undeclared\n";
  expect(adviceNotes(said, [effect(10, first), effect(20, first), effect(30, second)])).toBe(
    "/p/t.ah:2: note: this advice is woven into 2 join points of the unit: k.c:10, k.c:20\n",
  );
});

test("other errors, and advice at one join point, get no note", () => {
  expect(adviceNotes("k.c:3:9: error: no\n", [effect(10, first), effect(20, first)])).toBe("");
  expect(adviceNotes("/p/t.ah:7:1: error: no\n", [effect(10, first), effect(30, second)])).toBe("");
});

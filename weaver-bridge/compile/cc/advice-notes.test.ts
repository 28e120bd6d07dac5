import { expect, test } from "vitest";
import type { AspectEffect, Problem } from "../../model/index.js";
import { adviceNotes } from "./advice-notes.js";

function effect(
  line: number,
  advice: { readonly index: number; readonly start: number; readonly end: number },
): AspectEffect {
  const range = { file: "k.c", startLine: line, startColumn: 1, endLine: line, endColumn: 2 };
  return {
    id: `${advice.index}@${line}`,
    target: range,
    origin: { file: "/p/t.ah", startLine: advice.start, startColumn: 1, endLine: advice.end, endColumn: 2 },
    by: { tool: "aspects", name: "T" },
    title: "T: before call of f",
    reason: "",
    certainty: "certain",
    order: 0,
    binding: {
      kind: "advice",
      when: "before",
      joinPoint: { id: String(line), kind: "call", signature: "int f()", within: "int g()", inMacro: false },
      adviceIndex: advice.index,
    },
  };
}

const first = { index: 0, start: 2, end: 4 };
const second = { index: 1, start: 6, end: 8 };

const broken = (line: number, ...places: number[]): Problem => ({
  ...{ code: "weave/compiler", severity: "error", message: "'a' undeclared" },
  range: { file: "/p/t.ah", startLine: line, startColumn: 9, endLine: line, endColumn: 10 },
  related: places.map((at) => ({ range: effect(at, first).target, message: "call of 'int f()'" })),
});

test("an error in an advice body names where it breaks, of all places where it is woven", () => {
  const effects = [effect(10, first), effect(20, first), effect(30, second)];
  expect(adviceNotes([broken(3, 20)], effects)).toBe(
    "/p/t.ah:3: note: this advice breaks at 1 of 2 join points of the unit: k.c:20 (call of 'int f()')\n",
  );
  expect(adviceNotes([broken(3, 10, 20)], effects)).toContain(
    "breaks at all 2 join points of the unit: k.c:10",
  );
});

test("other text of aspects, and advice at one join point, get no note", () => {
  expect(adviceNotes([broken(1)], [effect(10, first), effect(20, first)])).toBe("");
  expect(adviceNotes([broken(7, 30)], [effect(10, first), effect(30, second)])).toBe("");
});

test("several errors of one advice at the same join points get one note", () => {
  const effects = [effect(10, first), effect(20, first)];
  const notes = adviceNotes([broken(3, 10, 20), broken(4, 10, 20), broken(4, 20)], effects);
  expect(notes.match(/note: .*? join points/g)).toEqual([
    "note: this advice breaks at all 2 join points",
    "note: this advice breaks at 1 of 2 join points",
  ]);
});

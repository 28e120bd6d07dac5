import { expect, test } from "vitest";
import { type Difference, groupsOf, revisionIn, summaryOf } from "./differences.js";

const difference = (change: Difference["change"], file: string, ...aspects: string[]): Difference => ({
  change,
  cause: "code changed",
  joinPoint: {
    kind: "call",
    signature: "int f()",
    within: "int g()",
    range: { file, startLine: 3, startColumn: 1 },
  },
  advice: aspects.map((aspect) => ({ title: `${aspect}: before call of f`, aspect, reason: "" })),
});
const ALL = [
  difference("gained", "b.c", "Trace"),
  difference("lost", "a.c", "Trace"),
  difference("gained", "a.c", "Guard"),
  difference("order", "a.c", "Guard", "Trace"),
];

test("differences stand by aspect or by file", () => {
  const names = (grouping: "aspect" | "file") =>
    groupsOf(ALL, grouping).map(({ name, differences }) => `${name} ${summaryOf(differences)}`);
  expect(names("aspect")).toEqual(["Guard +1 ~1", "Trace +1 −1 ~1"]);
  expect(names("file")).toEqual(["a.c +1 −1 ~1", "b.c +1"]);
  expect(summaryOf([])).toBe("");
});

test("a side's commit is told from its name", () => {
  expect(revisionIn("HEAD (0123456789)")).toBe("0123456789");
  expect(revisionIn("working tree with unsaved edits")).toBeUndefined();
  expect(revisionIn("/k/weft (old).json")).toBeUndefined();
});

import { expect, test } from "vitest";
import { crosscuttingMap, mappedFiles } from "./crosscutting.js";
import { testEffect, testSnapshot } from "./test-snapshot.js";

const snapshot = testSnapshot(
  {
    "/k.c": "int f(void) { return 1; }\nint run(void) { return f(); }\n",
    "/t.ah": "aspect Trace {};\n",
    "/o.c": "",
  },
  {
    effects: [
      testEffect("execution", "int f()", { line: 1, column: 5 }),
      testEffect(
        "call",
        "int f()",
        { line: 2, column: 24 },
        { by: { tool: "aspects", name: "Count" }, certainty: "conditional" },
      ),
    ],
    problems: [
      {
        code: "x/y",
        severity: "warning",
        message: "m",
        range: { file: "/k.c", startLine: 2, startColumn: 1, endLine: 2, endColumn: 2 },
      },
    ],
  },
);

test("files come with their length, effects and problems as numbers; what is gone has no length", () => {
  expect(mappedFiles(snapshot)).toEqual(["/k.c", "/t.ah", "/o.c"]);
  expect(mappedFiles(snapshot, ["/gone.c"])).toEqual(["/gone.c"]);
  const lengths = new Map([
    ["/k.c", 3],
    ["/gone.c", 0],
  ]);
  expect(crosscuttingMap(snapshot, lengths)).toEqual({
    aspects: ["Trace", "Count"],
    files: [
      { uri: "file:///k.c", lines: 3, effects: [0, 0, 0, 0, 0, 1, 1, 0, 1, 1], problems: [1, 2] },
      { uri: "file:///gone.c", effects: [], problems: [] },
    ],
  });
});

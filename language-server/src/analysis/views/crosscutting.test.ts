import { expect, test } from "vitest";
import { testEffect, testSnapshot } from "../../contributors/test-snapshot.js";
import { effectKindNames } from "../../protocol/index.js";
import { crosscuttingMap, mappedFiles } from "./crosscutting.js";

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

test("calls of stubs stand in the map beside advice, under the name of their interface", () => {
  const files = {
    "/fs.idl": "interface fs { void sync(); };\n",
    "/c.c": "void run(void) {\n  fs_sync(server, &env);\n}\n",
  };
  const effects = [
    { ...testEffect("call", "void fs_sync()", { line: 2, column: 3 }), target: rangeOn("/c.c", 2) },
  ];
  const { aspects, files: mapped } = crosscuttingMap(
    testSnapshot(files, { effects }),
    new Map([["/c.c", 4]]),
  );
  expect(aspects).toEqual(["Trace", "fs"]);
  expect(mapped[0]?.effects).toEqual([1, 0, 0, 1, 0, 1, 1, effectKindNames.indexOf("stub"), -1, 0]);
});

function rangeOn(file: string, line: number) {
  return { file, startLine: line, startColumn: 3, endLine: line, endColumn: 10 };
}

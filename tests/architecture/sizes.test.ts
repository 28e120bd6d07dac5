/** Functions and files that are too large: `sizes.json` knows them, and only gets shorter. */
import { expect, test } from "vitest";
import { functionSizes, LIMITS, measureSources, overLimits, readKnown } from "./sizes.js";

test("counts lines, branches and parameters of a function", () => {
  const text = [
    "function f(a: number, b = 1) {",
    "  if (a > 0 && b > 0) return a ?? b;",
    "  switch (a) {",
    "    case 1:",
    "    case 2:",
    "      return 3;",
    "  }",
    "  const g = () => (a ? 1 : 2);",
    "}",
  ].join("\n");
  expect(functionSizes("f.ts", text)).toEqual([
    ["f", { named: true, lines: 9, branches: 5, parameters: 2 }],
    ["g", { named: false, lines: 1, branches: 2, parameters: 0 }],
  ]);
});

const known = readKnown();
const over = overLimits(measureSources());

for (const part of ["lines", "branches", "files"] as const) {
  test(`nothing new has more than ${LIMITS[part]} ${part === "files" ? "lines a file" : part}, nothing grows`, () => {
    expect(over[part].size).toBeLessThan(200);
    const grown = [...over[part]].filter(([key, number]) => number > (known[part][key] ?? 0));
    expect(grown.map(([key, number]) => `${key}: ${number} ${part}`)).toEqual([]);
  });
}

test("more than five parameters have a reason in the table", () => {
  expect([...over.parameters.keys()].filter((key) => (known.parameters[key] ?? "") === "")).toEqual([]);
});

test("what has become small enough is taken out: npx tsx tests/architecture/sizes.ts --lower", () => {
  const gone = (Object.keys(over) as (keyof typeof over)[]).flatMap((part) =>
    Object.keys(known[part]).filter((key) => !over[part].has(key)),
  );
  expect(gone).toEqual([]);
});

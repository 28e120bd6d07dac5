import { expect, test } from "vitest";
import { originalLine } from "./original-line.js";

const map = JSON.stringify({
  source: "kernel/signal.c",
  lines: [
    { residual: 5, source: 40 },
    { residual: 8, source: 52 },
  ],
});

test("a line leads to what it was made of, or to that of the line before", () => {
  expect(originalLine(map, 4)).toEqual({ source: "kernel/signal.c", line: 39 });
  expect(originalLine(map, 6)).toEqual({ source: "kernel/signal.c", line: 39 });
  expect(originalLine(map, 9)).toEqual({ source: "kernel/signal.c", line: 51 });
  expect(originalLine(map, 0)).toEqual({ source: "kernel/signal.c", line: 39 });
});

test("what is no map leads nowhere", () => {
  expect(originalLine("{", 0)).toBeUndefined();
  expect(originalLine("{}", 0)).toBeUndefined();
});

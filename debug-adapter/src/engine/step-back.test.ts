import { expect, test } from "vitest";
import { lineBefore, type Passed } from "./step-back.js";

/** A trail spelled `function:line@stack`, oldest first. */
function trail(text: string): Passed[] {
  return text.split(" ").map((step, position) => {
    const [, symbol = "", line = "", stack = ""] = /^(\w+):(\w*)@(\d+)$/.exec(step) ?? [];
    return { position, symbol, line: line === "" ? "" : `k.c:${line}`, stackPointer: Number(stack) };
  });
}

const check = (intent: "in" | "over", steps: string, expected: ReturnType<typeof lineBefore>) =>
  expect(lineBefore(trail(steps), intent)).toEqual(expected);

test("back to where the line before began", () => {
  check("over", "f:1@90 f:2@90 f:2@90 f:3@90 f:3@90", { position: 1, isWhole: true });
});

test("a call is one with its line, unless it is wanted", () => {
  const call = "f:1@90 f:2@90 f:2@90 g:7@86 g:8@86 f:2@90 f:3@90";
  check("over", call, { position: 1, isWhole: true });
  check("in", call, { position: 5, isWhole: true });
});

test("nested calls are left out as a whole", () => {
  check("over", "f:1@90 f:2@90 g:7@86 h:5@82 h:5@82 g:8@86 f:3@90 f:3@90", { position: 1, isWhole: true });
});

test("from the first line of a function to the call in its caller", () => {
  check("over", "f:1@90 f:2@90 g:7@86 g:7@86", { position: 1, isWhole: true });
});

test("a trail that is too short is told", () => {
  check("over", "f:2@90 f:2@90 f:3@90", { position: 0, isWhole: false });
  check("over", "f:3@90 f:3@90", undefined);
});

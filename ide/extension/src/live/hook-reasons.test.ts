import { expect, test } from "vitest";
import { type HookReasons, hookReasonRows, wordsOfLine } from "./hook-reasons.js";

const origin = { file: "/k/a.ah", startLine: 3, startColumn: 1 };

test("each join point says whether and how it is hooked, and leads to its advice", () => {
  const answer: HookReasons = {
    state: "woven",
    reasons: [
      {
        verdict: "hooked",
        what: "execution of int f()",
        reason: "hooked at 0x10 by a jump; met 3 times",
        advice: [{ title: "A: before execution of f", origin }],
      },
      {
        ...{ verdict: "not-advised", what: "call of int g()", reason: "no advice that is woven names it" },
        advice: [],
      },
    ],
  };
  expect(hookReasonRows(answer)).toEqual([
    {
      label: "$(zap) Hooked: execution of int f()",
      detail: "hooked at 0x10 by a jump; met 3 times (A: before execution of f)",
      place: origin,
    },
    {
      label: "$(question) Not advised: call of int g()",
      detail: "no advice that is woven names it",
    },
  ]);
  expect(wordsOfLine(answer)).toBeUndefined();
});

test("a line without join points, and a guest that does not run, are said in words", () => {
  expect(wordsOfLine({ state: "woven", reasons: [] })).toBe(
    "The kernel has no code of a join point on this line.",
  );
  expect(wordsOfLine({ state: "no-guest", reasons: [] })).toMatch(/^No guest/);
});

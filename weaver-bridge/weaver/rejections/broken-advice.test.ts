import { expect, test } from "vitest";
import type { AspectEffect } from "../../model/index.js";
import type { WovenUnit } from "../woven-unit.js";
import { brokenAdvice } from "./broken-advice.js";

const TEXT = `# 1 "k.c"
int f(int a) { A(a); }
int g(char *s) { B(s); }
int h(long n) { C(n); }
# 4 "t.ah"
void __weft_advice_T_0_0(int a) { last = a->id; }
# 4 "t.ah"
void __weft_advice_T_0_1(char *a) { last = a->id; }
# 9 "t.ah"
void help(void) { wrong; }
`;

const at = (part: string) => ({ start: TEXT.indexOf(part), end: TEXT.indexOf(part) + part.length });
const body = (part: string) =>
  ({ generated: at(part), original: { start: 0, end: 0 }, from: "aspect" }) as const;

function effect(id: string, line: number): AspectEffect {
  const range = { file: "k.c", startLine: line, startColumn: 5, endLine: line, endColumn: 6 };
  return {
    ...{ id, target: range, by: { tool: "aspects", name: "T" } },
    binding: {
      ...{ kind: "advice", when: "before", adviceIndex: 0 },
      joinPoint: { id, kind: "execution", signature: `int ${id}()`, within: "", inMacro: false },
    },
    origin: { file: "t.ah", startLine: 3, startColumn: 1, endLine: 5, endColumn: 2 },
    ...{ title: "", reason: "", certainty: "certain", order: 0 },
  };
}

const UNIT: WovenUnit = {
  text: TEXT,
  spanMap: {
    spans: [
      body("(int a) { last = a->id; }"),
      body("(char *a) { last = a->id; }"),
      body("void help(void) { wrong; }"),
    ],
  },
  effects: [effect("f", 1), effect("g", 2), effect("h", 3)],
  generated: [
    { symbol: "__weft_advice_T_0_0", role: "advice", effects: ["f", "h"], label: "" },
    { symbol: "__weft_advice_T_0_1", role: "advice", effects: ["g"], label: "" },
  ],
  ...{ leftOut: [], problems: [] },
  sites: () => [{ effects: [effect("g", 2)], extent: at("B(s);"), numbers: [] }],
};

function check(said: string, ...expected: string[]): void {
  const told = brokenAdvice(UNIT, said).map(
    ({ range, message, related = [] }) =>
      `${range?.file}:${range?.startLine} ${message}: ${related.map((one) => one.message).join(", ")}`,
  );
  expect(told).toEqual(expected);
}

test("the join points whose copy of the body is wrong", () => {
  check(
    "<woven>:6:43: error: invalid type",
    "t.ah:4 invalid type: execution of 'int f()', execution of 'int h()'",
  );
});

test("one mistake is told once, in the words of its first join point", () => {
  const said = "<woven>:6:43: error: no pointer\n<woven>:8:46: error: no structure";
  check(
    said,
    `t.ah:4 no pointer: ${["f", "h", "g"].map((name) => `execution of 'int ${name}()'`).join(", ")}`,
  );
});

test("two mistakes at the same join points are two", () => {
  check(
    "<woven>:6:35: error: no last\n<woven>:6:43: error: no id",
    "t.ah:4 no last: execution of 'int f()', execution of 'int h()'",
    "t.ah:4 no id: execution of 'int f()', execution of 'int h()'",
  );
});

test("the join point that a template was made for", () => {
  check(
    "<woven>: In instantiation of 'x':\n<woven>:3:18:   required from here\n<woven>:6:43: error: no '__weft_jp_3::arg<0>()'",
    "t.ah:4 no 'JoinPoint::arg<0>()': execution of 'int g()'",
  );
});

test("text of an aspect that is no advice has no join points, and the program's errors are not told", () => {
  check("<woven>:10:19: error: undeclared\n<woven>:2:1: error: own", "t.ah:9 undeclared: ");
});

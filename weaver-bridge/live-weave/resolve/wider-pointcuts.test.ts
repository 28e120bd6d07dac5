import { expect, test } from "vitest";
import { parseAspectFile, printPointcut } from "../../pointcut/index.js";
import { widened } from "./wider-pointcuts.js";

function widenedText(pointcut: string, further = ""): string | undefined {
  const text = `${further}\naspect A { advice ${pointcut} : before() { } };`;
  const file = parseAspectFile("a.ah", text);
  const advice = widened([file])?.[0]?.aspects[0]?.advice[0];
  return advice && printPointcut(advice.pointcut);
}

const F = 'execution("% f(...)")';
const G = 'execution("% g(...)")';

test.each([
  ["arguments", `${F} && args(a, "int")`, F],
  ["a local variable of one of two", `${F} && local(v, "v") || ${G}`, `${F} || ${G}`],
  ["what may be anything", `${F} || result(r)`, undefined],
  ["what is not of a type", `${F} && !args("int")`, F],
  ["what is told stays", `${F} && !within("% g(...)")`, `${F} && !within("% g(...)")`],
  ["control flow", `${F} && cflow(${G})`, F],
])("%s", (_, pointcut, expected) => expect(widenedText(pointcut)).toBe(expected));

test("named pointcuts are what they stand for, and one that stands for itself is anything", () => {
  expect(widenedText("opened(i)", `pointcut opened(int i) = ${F} && args(i);`)).toBe(F);
  expect(widenedText("one()", "pointcut one() = two();\npointcut two() = one();")).toBeUndefined();
});

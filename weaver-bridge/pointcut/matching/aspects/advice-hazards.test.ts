import { expect, test } from "vitest";
import { factsOf } from "../../../../tests/support/index.js";
import { parseAspectFile } from "../../parse-aspect-file.js";
import { wantedFacts } from "../filters/wanted-facts.js";
import { matchAspects } from "../match-aspects.js";

function match(advice: string, text: string, path = "t.c") {
  const files = [parseAspectFile("t.ah", `aspect A { advice ${advice} };`)];
  return matchAspects(factsOf(path, text, wantedFacts(files)), files);
}

const codes = (advice: string, text: string) => match(advice, text).problems.map(({ code }) => code);

const TEXT = "int count; void work(void) { count++; }";

test("a pointcut without a kind or a place is everything", () => {
  for (const pointcut of ['args("int")', '!within("% f()")', 'result("%") || call("% f()")'])
    expect(codes(`${pointcut} : before() {}`, TEXT), pointcut).toContain("pointcut/everything");
  expect(codes('within("% work()") && args("int") : before() {}', TEXT)).toEqual([]);
});

test("implicit constructors are counted as generated", () => {
  const text = "struct P { int a; }; struct Q { Q() {} ~Q() {} }; void f() { P p; Q q; }";
  const generated = (advice: string) => {
    const [item] = match(advice, text, "t.cc").coverage;
    return item !== undefined && item.matched > 0 && item.generated === item.matched;
  };
  expect(generated('construction("P") : before() {}')).toBe(true);
  expect(generated('destruction("Q") : before() {}')).toBe(false);
});

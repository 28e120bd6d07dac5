import { expect, test } from "vitest";
import { checkAdvice } from "./check-advice.js";

const ASPECT = `
//- /trace.ah
aspect Trace { advice execution("% f(...)") : before() {} };
`;

test("a marker that holds passes", () => {
  checkAdvice(`//- /a.c\nvoid f/*^advised-by: Trace.before*/(void) {}\nvoid g(void) {}${ASPECT}`);
});

test("a missing and an unexpected advice fail", () => {
  const missing = `//- /a.c\nvoid f/*^advised-by: Trace.before, Trace.after*/(void) {}${ASPECT}`;
  expect(() => checkAdvice(missing)).toThrow("advised-by");
  expect(() => checkAdvice(`//- /a.c\nvoid f(void) {}${ASPECT}`)).toThrow("advised-by");
});

test("a snippet with errors fails", () => {
  expect(() => checkAdvice("//- /a.c\nvoid f(void) { undeclared; }")).toThrow("undeclared");
});

import { expect, test } from "vitest";
import { factsOf } from "../../tests/support/index.js";
import { parseAspectFile } from "../pointcut/index.js";
import { initCaptureProblems } from "./init-captures.js";

const TEXT = `int f(); int g(int); int v[9];
int use(int n) {
  auto one = [x = f(), y = g(f())](int k) { return x + y + k; };
  auto two = [=, &n, z = 3] { return z + n; };
  return one(v[n = f()]) + two() + [x = g(n)] { return x; }();
}
`;

function told(pointcut: string): string[] {
  const files = [parseAspectFile("a.ah", `aspect A { advice ${pointcut} : before() {} };`)];
  return initCaptureProblems(TEXT, files, factsOf("t.cc", TEXT)).map(
    ({ range, message }) =>
      `${range?.startLine}:${range?.startColumn} ${message.replace(/^.*reach (\S+) .*$/, "$1")}`,
  );
}

test("calls in captures are told where advice asks for them", () => {
  expect(told('call("% f()")')).toEqual(["3:19 `f`", "3:30 `f`"]);
  expect(told('call("% g(...)")')).toEqual(["3:28 `g`", "5:41 `g`"]);
  expect(told('call("% ...::%(...)")')).toEqual(["3:19 `f`", "3:28 `g`", "3:30 `f`", "5:41 `g`"]);
});

test("advice on something else says nothing", () => {
  expect(told('execution("% f()")')).toEqual([]);
  expect(told('call("% h(...)")')).toEqual([]);
  expect(told('execution("% ...::%(...)")')).toEqual([]);
});

import { expect, test } from "vitest";
import { factsOf } from "../../../../tests/support/index.js";
import { parseAspectFile } from "../../parse-aspect-file.js";
import { wantedFacts } from "../filters/wanted-facts.js";
import { matchAspects } from "../match-aspects.js";

function match(members: string, text: string, path = "t.c") {
  const files = [parseAspectFile("t.ah", `aspect A { ${members} };`)];
  return matchAspects(factsOf(path, text, wantedFacts(files)), files).problems;
}

const codes = (advice: string, text: string) => match(`advice ${advice}`, text).map(({ code }) => code);
const messages = (members: string, text: string, path?: string) =>
  match(members, text, path).map(({ message }) => message);

const TEXT =
  "int count; void log(int n) { count = n; } void work(void) { log(1); } void other(void) { count++; }";

test("advice that runs in what its body calls", () => {
  expect(codes('execution("% %(...)") : before() { log(1); }', TEXT)).toEqual(["pointcut/recursion"]);
  expect(codes('set("int count") : before() { if (1) { log(2); } }', TEXT)).toEqual(["pointcut/recursion"]);
  const problems = match('advice set("int count") : before() { log(2); }', TEXT);
  expect(problems[0]?.hint).toContain('&& !within("% log(...)")');
});

test("no alarm for other functions, comments, strings, members and excluded functions", () => {
  for (const advice of [
    'execution("% work(...)") : before() { log(1); }',
    'execution("% %(...)") && !within("% log(...)") : before() { log(1); }',
    'execution("% %(...)") : before() { /* log(1) */ puts("log(1)"); // log(1)\n }',
    'execution("% %(...)") : around() { tjp->log(1); x.log(2); A::log(3); }',
  ])
    expect(codes(advice, TEXT), advice).toEqual([]);
});

test("through functions of the unit, with the way", () => {
  const text =
    "void log(int); void flush(void) { log(1); } void put(int c) { if (c) flush(); } void log(int n) { put(n); }";
  const [problem] = match('advice execution("% flush(...)") : before() { log(2); }', text);
  expect(problem?.message).toBe(
    "this advice of `A` calls `log`, which calls `put`, which calls `flush` and also runs in `flush`",
  );
  expect(problem?.hint).toContain("unless something on that way ends it");
  expect(codes('execution("% flush(...)") : before() { log(2); /* weft: allow recursion */ }', text)).toEqual(
    [],
  );
  expect(codes('execution("% other(...)") : before() { log(2); }', `${text} void other(void) {}`)).toEqual(
    [],
  );
});

test("through the aspect's own functions", () => {
  const expected = ["this advice of `A` calls `log` and also runs in `log`"];
  expect(
    messages('void tell() { log(1); } advice execution("% log(...)") : before() { tell(); }', TEXT),
  ).toEqual(expected);
  expect(
    messages(
      'void tell() { tell(); log(1); } advice execution("% log(...)") : before() { this->tell(); }',
      TEXT,
      "t.cc",
    ),
  ).toEqual(expected);
});

test("functions of namespaces and classes", () => {
  const text =
    "namespace K { void log(int) {} } struct T { void go() { K::log(1); } void stop() {} }; struct U { void stop() {} };";
  const told = (pointcut: string, body: string) =>
    messages(`advice execution("${pointcut}") : before() { ${body} }`, text, "t.cc");
  expect(told("% K::log(...)", "::K::log(1);")).toEqual([
    "this advice of `A` calls `K::log` and also runs in `K::log`",
  ]);
  expect(told("% K::log(...)", "tjp->that()->go();")).toEqual([
    "this advice of `A` calls `T::go`, which calls `K::log` and also runs in `K::log`",
  ]);
  // Whose object it is, is not known.
  expect(told("% T::stop(...)", "object.stop();")).toEqual([]);
  expect(told("% K::log(...)", "log(1); M::log(1); tjp->log(1);")).toEqual([]);
});

import { expect, test } from "vitest";
import { factsOf } from "../../../tests/support/index.js";
import { parseAspectFile } from "../parse-aspect-file.js";
import { wantedFacts } from "./filters/wanted-facts.js";
import { matchAspects } from "./match-aspects.js";
import { oneCounterProblems } from "./one-counter.js";

const KERNEL = "void note(void) {}\nvoid locked(void) { note(); }\nvoid idle(void) { note(); }\n";

function told(...advice: string[]): string[] {
  const text = `aspect A {\n${advice.join("\n")}\n};\n`;
  const files = [parseAspectFile("t.ah", text)];
  expect(files[0]?.problems).toEqual([]);
  const { matches } = matchAspects(factsOf("t.c", KERNEL, wantedFacts(files)), files);
  return oneCounterProblems(matches).map(({ code, range }) => `${code} ${range?.startLine}`);
}

const INSIDE = 'cflow(execution("% locked()"))';

test("cflow that the running program decides is told at its advice, once", () => {
  expect(told(`advice call("% note()") && ${INSIDE} : before() {}`)).toEqual(["pointcut/one-counter 2"]);
  expect(told(`advice execution("% note()") && !${INSIDE} : before() {}`)).toEqual([
    "pointcut/one-counter 2",
  ]);
});

test("nothing is told where no counter is asked, or where the advice says that one will do", () => {
  expect(told('advice execution("% note()") : before() {}')).toEqual([]);
  expect(
    told(`advice execution("% note()") && ${INSIDE} : before() { /* weft: allow one-counter */ }`),
  ).toEqual([]);
});

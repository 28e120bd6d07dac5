import { expect, test } from "vitest";
import { createProblemList } from "./problem-list.js";
import { RecurringFailure, Unweavable } from "./unweavable.js";

const at = (startLine: number) => ({
  file: "a.c",
  startLine,
  startColumn: 1,
  endLine: startLine,
  endColumn: 2,
});
const never = (aspect: string) =>
  new RecurringFailure("never-after", `after advice of '${aspect}' can't run`, "Narrow it.", aspect);

test("what concerns an aspect at many join points is told once for each aspect, with the list", () => {
  const problems = createProblemList();
  for (const line of [3, 5, 5]) problems.push([never("A")], at(line));
  problems.push([never("B")], at(9));
  expect(problems.list.map(({ message, range }) => [message, range?.startLine])).toEqual([
    ["after advice of 'A' can't run; so it is at 3 join points: a.c:3, a.c:5", 3],
    ["after advice of 'B' can't run", 9],
  ]);
});

test("what a pointcut names itself is told at each join point, a fault in a body once", () => {
  const problems = createProblemList();
  for (const line of [3, 5]) problems.push([new Unweavable("local-type", "no name", "Move it.")], at(line));
  for (const line of [3, 5]) problems.push([new Unweavable("unbound", "no v", "Bind it.", at(1))], at(line));
  expect(problems.list.map(({ range }) => range?.startLine)).toEqual([3, 5, 1]);
});

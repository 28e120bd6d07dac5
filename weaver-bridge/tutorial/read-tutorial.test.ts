/** What is wrong with a tutorial is said at its place; no text makes the reader throw. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { printProblem } from "../model/index.js";
import { readTutorial } from "./index.js";

const head = { name: "tutorial.md", text: "---\ntitle: T\nminutes: 5\nsample: mini-unix\n---\nFirst.\n" };
const step = (matter: string) => ({ name: "01-a.md", text: `---\n${matter}---\nText\n` });
const read = (...files: { name: string; text: string }[]) => readTutorial("t/first", files);
const problems = (matter: string) => read(head, step(matter)).problems.map(printProblem).join("\n");

test("a right tutorial, its steps in the order of their numbers", () => {
  const late = { name: "10-late.md", text: "---\ntitle: Late\ncheck: []\n---\n" };
  const early = {
    name: "9-early.md",
    text: "---\ntitle: Early\ncheck: [{says: built, build: ok}]\n---\nHi\n",
  };
  const { value, problems: none } = read(late, head, early, { name: "README.md", text: "no step" });
  expect(none).toEqual([]);
  expect(value).toMatchObject({ name: "first", minutes: 5, text: "First." });
  expect(value?.steps.map(({ title, text }) => [title, text])).toEqual([
    ["Early", "Hi"],
    ["Late", ""],
  ]);
  expect(value?.steps[0]?.checks).toEqual([{ says: "built", kind: "build", wanted: "ok" }]);
});

test("what is wrong stands at its line", () => {
  expect(problems("title: A\n")).toContain(
    "01-a.md:2:1: error[weft/tutorial/schema]: the front matter lacks",
  );
  expect(problems("title: A\ncheck:\n  - says: b\n    bild: ok\n")).toContain(
    ':5:1: error[weft/tutorial/schema]: unknown property "bild" in check.0. Known here: says, file,',
  );
  expect(problems("title: A\ncheck:\n  - says: b\n")).toContain('"b" checks nothing. A check has "says" and');
  expect(problems("title: A\ncheck:\n  - {says: b, build: ok, problems: none}\n")).toContain(
    "checks problems and build at once",
  );
  expect(problems('title: A\ncheck:\n  - {says: b, printed: "("}\n')).toContain(
    "check.0.printed is no valid regular expression",
  );
  expect(problems("title: A\ncheck:\n  - {says: b, file: {path: ../x}}\n")).toContain("no path inside");
  expect(problems("title: A\ncheck: []\nsolve:\n  - writ: x\n")).toContain("solve.0 is none of what");
  expect(problems("title: [\n")).toContain("error[weft/tutorial/yaml]");
  expect(
    read(head)
      .problems.map(({ code }) => code)
      .join(),
  ).toBe("tutorial/no-steps");
  expect(read({ name: "01-a.md", text: "no matter" }).problems.map(({ code }) => code)).toEqual([
    "tutorial/no-head",
    "tutorial/front-matter",
  ]);
});

test("no text makes it throw", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      read(head, { name: "01-a.md", text: `---\n${text}\n---\n` });
      read({ name: "tutorial.md", text }, { name: "01-a.md", text });
    }),
  );
});

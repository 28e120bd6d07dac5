import { expect, test } from "vitest";
import { runWithSecondChance } from "./second-run.mjs";

/** A runner of files that fail as often as said, and what it was asked to run. */
function runner(failing) {
  const asked = [];
  const run = async (files) => {
    asked.push(files);
    return (files.length > 0 ? files : Object.keys(failing)).map((file) => {
      const fails = asked.filter((list) => list.length === 0 || list.includes(file)).length <= failing[file];
      return { file, passed: fails ? 3 : 4, failures: fails ? [`${file} > opens: no tab`] : [] };
    });
  };
  return { asked, run };
}

const failuresOf = ({ modules }) => modules.flatMap(({ failures }) => failures);
const passedOf = ({ modules }) => modules.reduce((sum, { passed }) => sum + passed, 0);

test("what passes is run once", async () => {
  const { asked, run } = runner({ a: 0, b: 0 });
  const result = await runWithSecondChance(run);
  expect(asked).toEqual([[]]);
  expect(passedOf(result)).toBe(8);
});

test("a file that failed runs once more, alone, and its first failure is told", async () => {
  const { asked, run } = runner({ a: 0, b: 1, c: 0 });
  const result = await runWithSecondChance(run);
  expect(asked).toEqual([[], ["b"]]);
  expect(failuresOf(result)).toEqual([]);
  expect(passedOf(result)).toBe(12);
  expect(result.races).toEqual([{ file: "b", failures: ["b > opens: no tab"] }]);
});

test("what fails twice has failed, and is told twice", async () => {
  const { asked, run } = runner({ a: 2, b: 0 });
  const result = await runWithSecondChance(run);
  expect(asked).toEqual([[], ["a"]]);
  expect(failuresOf(result)).toEqual(["a > opens: no tab", "a > opens: no tab"]);
  expect(result.races).toEqual([]);
});

test("a second run that ends without a word has failed", async () => {
  const first = [{ file: "a", passed: 0, failures: ["a > opens: no tab"] }];
  const result = await runWithSecondChance(async (files) => (files.length === 0 ? first : []));
  expect(failuresOf(result)).toEqual(["a > opens: no tab"]);
});

test("many failures, and those outside of files, are no accident", async () => {
  const many = runner({ a: 1, b: 1, c: 1, d: 1 });
  expect(failuresOf(await runWithSecondChance(many.run))).toHaveLength(4);
  expect(many.asked).toEqual([[]]);
  const crash = [{ passed: 7, failures: ["ide: ended with SIGKILL"] }];
  expect(failuresOf(await runWithSecondChance(async () => crash))).toEqual(["ide: ended with SIGKILL"]);
});

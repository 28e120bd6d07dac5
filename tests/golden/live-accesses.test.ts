/**
 * Random C functions with accesses to members, compiled in eight ways, run on a machine that writes down what each instruction
 * touches: are the hooks that pointcuts get there, and only there? `npm run bench -- live-truth` does it with many more.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { judgeAccesses, printFinding } from "../support/access-judge/judge-accesses.js";
import { judgeAccessCounts } from "../support/access-judge/judge-counts.js";
import { judgeExecutions } from "../support/access-judge/judge-executions.js";
import { type Build, type RandomProgram, runRandomProgram } from "../support/access-judge/random-program.js";
import { CLANG } from "../support/compilers.js";

const ways = (small: readonly string[], moderate: readonly string[]): readonly Build[] => [
  ...[["-O0"], ["-O1"], ["-O2"], ["-O3"], small].map((options) => ({ compiler: "gcc", options })),
  ...[["-O0"], moderate, ["-O2"]].map((options) => ({ compiler: CLANG, options })),
];
/** Some may lie anywhere, which for i386 is code of its own kind. */
const BUILDS = {
  i386: ways(["-Os", "-fpie"], ["-O1", "-fpic"]),
  x86_64: ways(["-Os"], ["-O1"]),
} as const;
const EACH = { i386: 25, x86_64: 10 } as const;
const SEED = 4;

describe.each(["i386", "x86_64"] as const)("%s", (machine) => {
  let program: RandomProgram | undefined;

  beforeAll(() => {
    program = runRandomProgram(SEED, BUILDS[machine], EACH[machine], machine);
  }, 120_000);
  afterAll(() => program?.run.remove());

  test("hooks at accesses are where members are touched, in random functions", () => {
    const { found, missed, right, wrong, unaccounted } = judgeAccesses(program as RandomProgram);
    const told = [...missed, ...wrong].map((one) => printFinding(one, program as RandomProgram)).join("\n");
    expect(found).toBeGreaterThan(24 * EACH[machine]);
    expect(found / (found + missed.length), told).toBeGreaterThan(0.99);
    expect(right / (right + wrong.length), told).toBeGreaterThan(0.99);
    expect(unaccounted).toEqual([]);
    // What is read with the word around a member is one of these by the trace alone.
    const silent = missed.filter(({ isTold }) => isTold === false);
    expect(silent.length / found, told).toBeLessThan(0.003);
  });

  test("accesses are counted as often as the sources make them, or less often where they are merged, never more", () => {
    const counts = judgeAccessCounts(program as RandomProgram);
    expect(counts.length).toBeGreaterThan(15 * EACH[machine]);
    const more = counts.filter(({ counted, made, isTold }) => counted > made && !isTold);
    expect(more.length / counts.length, JSON.stringify(more, undefined, 1)).toBeLessThan(0.01);
    // Without optimization nothing is merged.
    const plain = ({ access }: { access: string }) => {
      const { compiler, options } = (program as RandomProgram).buildOf(access.split(" ")[0] ?? "");
      return compiler === "gcc" && options.includes("-O0");
    };
    const unequal = counts.filter((one) => plain(one) && one.counted !== one.made && !one.isTold);
    expect(unequal).toEqual([]);
  });

  test("executions of them and of what they call are counted once each, or it is said that they are not", () => {
    const counts = judgeExecutions(program as RandomProgram);
    expect(counts.length).toBeGreaterThan(8 * EACH[machine]);
    const wrong = counts.filter(({ counted, called, told }) => counted !== called && told.length === 0);
    expect(wrong).toEqual([]);
    const uncounted = counts.filter(({ counted, called }) => counted !== called);
    expect(uncounted.length / counts.length, JSON.stringify(uncounted, undefined, 1)).toBeLessThan(0.1);
  });
});

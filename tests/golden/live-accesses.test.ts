/**
 * Random C functions with accesses to members, compiled in eight ways, run on a machine that writes down what each instruction
 * touches: are the hooks that pointcuts get there, and only there? `npm run bench -- live-truth` does it with many more.
 */
import { expect, test } from "vitest";
import { judgeAccesses, printFinding } from "../support/access-judge/judge-accesses.js";
import { type Build, runRandomProgram } from "../support/access-judge/random-program.js";
import { requireTool } from "../support/require-tool.js";

const BUILDS: readonly Build[] = [
  ...["-O0", "-O1", "-O2", "-O3", "-Os"].map((option) => ({ compiler: "gcc", options: [option] })),
  ...["-O0", "-O1", "-O2"].map((option) => ({ compiler: "clang-19", options: [option] })),
];
const EACH = 25;

test("hooks at accesses are where members are touched, in 200 random functions", (context) => {
  requireTool(context, "qemu-system-i386");
  const program = runRandomProgram(4, BUILDS, EACH);
  try {
    const { found, missed, right, wrong } = judgeAccesses(program);
    const told = [...missed, ...wrong].map((one) => printFinding(one, program)).join("\n");
    expect(found).toBeGreaterThan(600);
    expect(found / (found + missed.length), told).toBeGreaterThan(0.99);
    expect(right / (right + wrong.length), told).toBeGreaterThan(0.99);
  } finally {
    program.run.remove();
  }
});

/** 10,000 random functions, compiled in many ways: are hooks at accesses where members are touched, and executions counted once? */
import { judgeAccesses, printFinding } from "../../support/access-judge/judge-accesses.js";
import { judgeAccessCounts } from "../../support/access-judge/judge-counts.js";
import { judgeExecutions } from "../../support/access-judge/judge-executions.js";
import {
  type Build,
  type RandomProgram,
  runRandomProgram,
} from "../../support/access-judge/random-program.js";
import { TRACED, type TracedName } from "../../support/access-judge/traced-machines.js";
import { TooLongError } from "../../support/access-judge/traced-run.js";
import { CLANG } from "../../support/compilers.js";
import { printTable } from "../support/table.js";

const BUILDS: readonly Build[] = [
  ...["-O0", "-O1", "-O2", "-O3", "-Os"].map((option) => ({ compiler: "gcc", options: [option] })),
  ...["-O0", "-O1", "-O2"].map((option) => ({ compiler: CLANG, options: [option] })),
];
const EACH = 25;
/** `WEFT_TRUTH_PROGRAMS`: of 200 functions each. */
const PROGRAMS = Number(process.env.WEFT_TRUTH_PROGRAMS ?? 50);

export function benchRandomAccesses(): void {
  printTable(
    [
      "",
      "random functions",
      "recall",
      "missed in silence",
      "without an account",
      "precision",
      "accesses counted as made",
      "fewer, merged",
      "more, in silence",
      "counted once",
      "told that they are not",
      "wrong in silence",
    ],
    (Object.keys(TRACED) as TracedName[]).map(judgeRandom),
  );
}

function judgeRandom(machine: TracedName): string[] {
  const sum = {
    found: 0,
    missed: 0,
    unsaid: 0,
    unaccounted: 0,
    right: 0,
    wrong: 0,
    counted: 0,
    told: 0,
    silent: 0,
    left: 0,
    ...{ equal: 0, fewer: 0, more: 0 },
  };
  for (let seed = 1; seed <= PROGRAMS; seed++) {
    const program = programOf(seed, machine);
    if (program === undefined) {
      sum.left++;
      continue;
    }
    try {
      const { found, missed, right, wrong, unaccounted } = judgeAccesses(program);
      for (const one of [...missed, ...wrong])
        console.log(`  ${machine} ${seed}: ${printFinding(one, program)}`);
      sum.found += found;
      for (const one of unaccounted) console.log(`  ${machine} ${seed}: no account of ${one}`);
      sum.missed += missed.length;
      sum.unsaid += missed.filter(({ isTold }) => isTold === false).length;
      sum.unaccounted += unaccounted.length;
      sum.right += right;
      sum.wrong += wrong.length;
      for (const { access, counted, made, isTold } of judgeAccessCounts(program)) {
        if (counted === made) sum.equal++;
        else if (counted < made) sum.fewer++;
        else if (!isTold) {
          sum.more++;
          console.log(`  ${machine} ${seed}: ${access} counted ${counted} for ${made}`);
        }
      }
      for (const { counted, called, told } of judgeExecutions(program))
        sum[counted === called ? "counted" : told.length > 0 ? "told" : "silent"]++;
    } finally {
      program.run.remove();
    }
  }
  const share = (part: number, rest: number) => `${((100 * part) / (part + rest || 1)).toFixed(2)} %`;
  return [
    ...[machine, String((PROGRAMS - sum.left) * EACH * BUILDS.length)],
    ...[share(sum.found, sum.missed), String(sum.unsaid), String(sum.unaccounted)],
    ...[share(sum.right, sum.wrong)],
    ...[String(sum.equal), String(sum.fewer), String(sum.more)],
    ...[String(sum.counted), String(sum.told), String(sum.silent)],
  ];
}

/** Undefined, and told, for one that does too much to be written down: a loop of it may go around two thousand million times. */
function programOf(seed: number, machine: TracedName): RandomProgram | undefined {
  try {
    return runRandomProgram(seed, BUILDS, EACH, machine);
  } catch (error) {
    if (!(error instanceof TooLongError)) throw error;
    console.log(`  ${machine} ${seed}: left out, ${error.message}`);
    return undefined;
  }
}

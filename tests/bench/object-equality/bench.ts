/**
 * Woven code beside the same advice tangled in by hand: the goal is the same machine code, for every combination of
 * the dimensions, with gcc and clang at -O2, -Os and -O3. `WEFT_EQUALITY_JSON` names a file for the whole table;
 * `WEFT_EQUALITY_ONLY="parameter=structure compiler=gcc|clang"` chooses a part of it.
 */

import { writeFileSync } from "node:fs";
import { groupBy } from "../../../weaver-bridge/model/index.js";
import { weaveSource } from "../../golden/support/weave-source.js";
import { printTable } from "../support/table.js";
import { EQUALITY } from "./cases.js";
import { allCases, BUILDS, compareCases, type NumberedCase, type Outcome, weaveCases } from "./compare.js";
import { functionCode, verdict } from "./function-code.js";
import { causeOf } from "./reasons.js";
import { differentCases, type Summary, signed, summaryOf } from "./summary.js";

const GCC = ["gcc", "-m32", "-O2", "-fno-pic", "-fno-asynchronous-unwind-tables"];

export function benchEquality(): void {
  const { outcomes, failures } = runAll(allCases().filter(({ combination }) => isWanted(combination)));
  const summary = summaryOf(outcomes);
  const percent = ((100 * summary.equal) / summary.all).toFixed(2);
  console.log(
    `${summary.equal} of ${summary.all} functions have the machine code of their hand-tangled twins (${percent} %; goal: all)\n`,
  );
  const more = summary.all - summary.equal - summary.smaller;
  console.log(
    `of these, ${summary.assigned} have the code of the twin that declares its result first and assigns it; ` +
      `of the others, ${summary.smaller} are no longer than their twins, in bytes and instructions, and ${more} are\n`,
  );
  for (const failure of failures) console.log(failure);
  printTable(["dimension", "", "equal", "of", "%"], dimensionRows(summary));
  console.log("");
  printTable(
    ["what differs", "functions", "bytes", "instructions", "worst", "worst stack", "why"],
    summary.differences.map(({ how, functions, bytes, instructions, worstBytes, worstStack, cause }) => [
      ...[how, String(functions)],
      ...[bytes, instructions, worstBytes, worstStack].map(signed),
      cause,
    ]),
  );
  console.log("\nnot equal:\n");
  printTable(
    ["case", "levels", "bytes", "instructions", "stack", "how", "why"],
    differentCases(outcomes).map((one) => [
      ...[one.name, one.levels, one.bytes, one.instructions, one.stack, one.how, one.cause],
    ]),
  );
  printChosen();
  const file = process.env.WEFT_EQUALITY_JSON;
  if (file !== undefined)
    writeFileSync(file, JSON.stringify({ ...summary, failures, unequal: unequal(outcomes) }, null, 1));
}

/** One unit for each kind of advice at each kind of join point; what can't be built is said. */
export function runAll(cases: readonly NumberedCase[]): { outcomes: Outcome[]; failures: string[] } {
  const outcomes: Outcome[] = [];
  const failures: string[] = [];
  const groups = groupBy(cases, ({ combination: { language, joinPoint, advice, aspects } }) =>
    [language, joinPoint, advice, aspects].join(", "),
  );
  for (const [name, members] of groups) {
    try {
      const units = weaveCases(members);
      for (const build of BUILDS.filter(isWanted)) outcomes.push(...compareCases(members, units, build));
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message.slice(0, 400)}`);
    }
  }
  return { outcomes, failures };
}

function dimensionRows({ dimensions }: Summary): string[][] {
  return Object.entries(dimensions).flatMap(([dimension, values]) =>
    Object.entries(values).map(([value, { equal, all }], index) => [
      ...[index === 0 ? dimension : "", value, String(equal), String(all)],
      ((100 * equal) / all).toFixed(1),
    ]),
  );
}

const unequal = (outcomes: readonly Outcome[]) =>
  outcomes
    .filter(({ equal }) => !equal)
    .map((one) => ({
      ...one,
      cause: causeOf({ ...one.combination, compiler: one.compiler, level: one.level }),
    }));

/** Whether `WEFT_EQUALITY_ONLY` lets through what has these dimensions; it says nothing of others. */
function isWanted(dimensions: object): boolean {
  const chosen = (process.env.WEFT_EQUALITY_ONLY ?? "").matchAll(/(\w+)=([^=]+?)(?=\s+\w+=|\s*$)/g);
  return [...chosen].every(([, name = "", values = ""]) => {
    const own = new Map(Object.entries(dimensions)).get(name);
    return own === undefined || values.split("|").includes(String(own));
  });
}

/** Pairs written by hand, for what the dimensions don't reach. */
function printChosen(): void {
  const rows = Object.entries(EQUALITY).map(([name, { common, plain, aspects, tangled }]) => {
    const { woven } = weaveSource(`${common}\n${plain}\n`, aspects);
    const { unitText } = weaveSource(`${common}\n${tangled}\n`, "");
    const ours = functionCode(woven.text, "f", GCC);
    const peer = functionCode(unitText, "f", GCC);
    return [name, String(peer.length), String(ours.length), verdict(ours, peer)];
  });
  console.log("");
  printTable(["chosen case", "by hand", "woven", "code"], rows);
  const identical = rows.filter((row) => row[3] === "identical").length;
  console.log(
    `\n${identical} of ${rows.length} identical (goal: all); lines are instructions and relocations`,
  );
}

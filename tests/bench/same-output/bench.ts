/**
 * Programs of many language features with advice that only counts on everything in them: whether they print the same.
 * WEFT_BENCH_SOURCES chooses programs, WEFT_BENCH_ADVICE kinds of advice (`call`), by commas.
 */
import { allAtOnce, chosenBy, countingAdvice, kindOf } from "../support/counting-advice.js";
import { printTable } from "../support/table.js";
import { isC, programs, WovenProgram } from "./run-woven.js";

const C_OPTIONS = [["-O0"], ["-O2"], ["-m32", "-O0"], ["-m32", "-O2"]];
const CXX_OPTIONS = [["-O1"]];

export function benchSameOutput(): void {
  const isProgram = chosenBy("WEFT_BENCH_SOURCES");
  const isKind = chosenBy("WEFT_BENCH_ADVICE");
  const rows: string[][] = [];
  for (const program of programs()) {
    if (!isProgram(program)) continue;
    const kinds = countingAdvice(isC(program) ? "c" : "c++");
    for (const options of isC(program) ? C_OPTIONS : CXX_OPTIONS) {
      const woven = new WovenProgram(program, options);
      for (const advice of [...kinds, allAtOnce(kinds)]) {
        if (!isKind(kindOf(advice.name))) continue;
        const { difference, rejected } = woven.difference(advice);
        if (difference === undefined && rejected.length === 0) continue;
        console.log([program, ...options, advice.name, difference ?? "the same"].join("  "));
        for (const message of rejected) console.log(`    ${message}`);
        rows.push([
          program,
          options.join(" "),
          advice.name,
          difference ?? "the same",
          String(rejected.length),
        ]);
      }
      woven[Symbol.dispose]();
      console.log(`${program} ${options.join(" ")} done`);
    }
  }
  printTable(["program", "options", "advice on everything", "prints", "rejected"], rows);
}

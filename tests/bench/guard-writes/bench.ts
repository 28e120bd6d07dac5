/**
 * Functions that write a guarded member in ways put together at random, by each compiler: what was neither guarded nor told.
 * `WEFT_SEED` is the first unit's number; each unit has the next. `WEFT_UNITS` and `WEFT_FUNCTIONS` say how many units of each
 * type and compiler there are (10), and how many functions each has (500).
 */
import { CLANG } from "../../support/compilers.js";
import { generator } from "../../support/random-numbers.js";
import {
  type Compiled,
  type GUARDED,
  type OracleResult,
  runWriteOracle,
  waysOf,
} from "../../support/write-oracle.js";
import { printTable } from "../support/table.js";

const UNITS = Number(process.env.WEFT_UNITS ?? 10);
const FUNCTIONS = Number(process.env.WEFT_FUNCTIONS ?? 500);
const COMPILED: readonly Compiled[] = ["gcc", CLANG].flatMap((compiler) =>
  (["-O1", "-O2"] as const).map((level) => ({ compiler, level })),
);

export function benchGuardWrites(): void {
  const first = Number(process.env.WEFT_SEED ?? Date.now() % 1_000_000);
  process.stdout.write(`units from seed ${first}\n`);
  let seed = first;
  const missed: string[] = [];
  const row = (name: keyof typeof GUARDED, compiled: Compiled, units: number, functions: number) => {
    const all = Array.from({ length: units }, () => {
      const next = generator(seed++);
      return runWriteOracle(name, functions, () => next(1 << 20) / (1 << 20), compiled);
    });
    missed.push(...all.flatMap((one) => one.missed));
    return [name, `${compiled.compiler} ${compiled.level}`, String(units * functions), ...sums(all)];
  };
  const forty = waysOf("forty").length;
  printTable(
    [
      "type",
      "compiled by",
      "functions",
      "changed a term",
      "certain and guarded",
      "possible or told",
      "missed",
    ],
    COMPILED.flatMap((compiled) => [
      row("forty", compiled, 1, forty),
      row("lock", compiled, UNITS, FUNCTIONS),
      row("object", compiled, UNITS, FUNCTIONS),
      row("held", compiled, UNITS, FUNCTIONS),
      row("device", compiled, UNITS, FUNCTIONS),
      row("parts", compiled, UNITS, FUNCTIONS),
      row("locker", compiled, UNITS, FUNCTIONS),
    ]),
    "guard-writes",
  );
  for (const one of missed) process.stdout.write(`missed: ${one}\n`);
}

function sums(all: readonly OracleResult[]): string[] {
  const sum = (of: (one: OracleResult) => number) => all.reduce((before, one) => before + of(one), 0);
  const missed = sum((one) => one.missed.length);
  const certain = sum((one) => one.certain);
  const written = sum((one) => one.written);
  return [written, certain, written - certain - missed, missed].map(String);
}

/** Ten thousand functions that write a guarded member in ways put together at random: what was neither guarded nor told. */
import { GUARDED, runWriteOracle } from "../../support/write-oracle.js";

const UNITS = 10;
const FUNCTIONS = 500;

export function benchGuardWrites(): void {
  const sum = { written: 0, fired: 0, told: 0 };
  const missed: string[] = [];
  const types = Object.keys(GUARDED) as (keyof typeof GUARDED)[];
  for (const type of types)
    for (let unit = 0; unit < UNITS; unit++) {
      const one = runWriteOracle(type, FUNCTIONS, Math.random);
      sum.written += one.written;
      sum.fired += one.fired;
      sum.told += one.told;
      missed.push(...one.missed);
    }
  process.stdout.write(
    `${types.length * UNITS * FUNCTIONS} functions, ${sum.written} changed a term: a guard fired in ${sum.fired}, told are ${sum.told}, missed ${missed.length}\n`,
  );
  for (const one of missed) process.stdout.write(`missed: ${one}\n`);
}

/**
 * A million texts that are nearly IDL, through every stage of the generator: none may throw or take long. Then random
 * interfaces whose stubs are compiled and run. WEFT_FUZZ_INPUTS and WEFT_FUZZ_SEED choose how many and which.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CLANG } from "../../support/compilers.js";
import { randomText } from "../../support/idl/fuzz-text.js";
import { play } from "../../support/idl/play.js";
import { seeded } from "../../support/idl/random.js";
import { survive } from "../../support/idl/survive.js";

const SLOW_MILLISECONDS = 2000;
const INTERFACES = 12;

export function benchFuzz(): void {
  fuzzText(Number(process.env.WEFT_FUZZ_INPUTS ?? 1_000_000), Number(process.env.WEFT_FUZZ_SEED ?? 1));
  playInterfaces(Number(process.env.WEFT_FUZZ_SEED ?? 1));
}

function fuzzText(inputs: number, seed: number): void {
  const seeds = seedTexts();
  const random = seeded(seed);
  const began = performance.now();
  let bytes = 0;
  let failures = 0;
  let slowest = { milliseconds: 0, text: "" };
  for (let turn = 0; turn < inputs; turn++) {
    const text = randomText(random, seeds);
    bytes += text.length;
    const start = performance.now();
    const error = survive(text, turn);
    const milliseconds = performance.now() - start;
    if (milliseconds > slowest.milliseconds) slowest = { milliseconds, text };
    if (error === undefined && milliseconds < SLOW_MILLISECONDS) continue;
    failures++;
    console.log(
      `${error === undefined ? `took ${Math.round(milliseconds)} ms` : error.stack}\n${JSON.stringify(text)}`,
    );
  }
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `${inputs} inputs, ${(bytes / 1e6).toFixed(0)} MB, ${failures} failures, ${seconds.toFixed(0)} s; slowest ${slowest.milliseconds.toFixed(0)} ms`,
  );
}

function seedTexts(): string[] {
  const folder = join(import.meta.dirname, "../../golden/idl");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(idl|defs)$/.test(name))
    .map((name) => readFileSync(join(folder, name), "latin1"));
}

function playInterfaces(seed: number): void {
  for (const kernel of ["x0", "v2", "v4"] as const) {
    let good = 0;
    for (let index = 0; index < INTERFACES; index++) {
      const compiler = index % 2 === 0 ? ["gcc", "-O2"] : [CLANG, "-O2"];
      const { said, idl } = play(seed * 1000 + index, kernel, compiler);
      if (said.startsWith("ok")) good++;
      else console.log(`seed ${seed * 1000 + index}, ${kernel}, ${compiler.join(" ")}: ${said}\n${idl}`);
    }
    console.log(`${kernel}: ${good} of ${INTERFACES} random interfaces carry every byte`);
  }
}

/**
 * Random functions, generic and specialized, on the same random arguments that satisfy the declaration: `npm run bench --
 * specialize-random`, `WEFT_RANDOM_FUNCTIONS=10000` for more, `WEFT_RANDOM_BATCH=13` to begin there. Differences are printed,
 * and are an error.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { CLANG } from "../../support/compilers.js";
import { createRandom } from "../random-cxx/random.js";
import {
  HEAD_OF,
  RANDOM_DRIVER_HEAD,
  RANDOM_END,
  RANDOM_HEAD,
  type RandomFunction,
  randomFunction,
} from "./random-program.js";

const WEFT = resolve(import.meta.dirname, "../../../weaver-bridge/dist/weft.js");
const BATCH = 50;
const FLAGS = ["-std=gnu11", "-fwrapv", "-w", "-fno-strict-aliasing"];
const BUILDS = [
  ["gcc", "-O0"],
  ["gcc", "-O2"],
  [CLANG, "-O0"],
  [CLANG, "-O2"],
] as const;
const WIDTHS = ["-m32", "-m64"] as const;
const DEADLINE_MS = 120_000;

export function benchRandomSpecializations(): void {
  const wanted = Number(process.env.WEFT_RANDOM_FUNCTIONS ?? 1000);
  const first = Number(process.env.WEFT_RANDOM_SEED ?? 1);
  let made = 0;
  const refusals = new Map<string, number>();
  const wrong: string[] = [];
  for (let batch = Number(process.env.WEFT_RANDOM_BATCH ?? 0); made < wanted; batch++) {
    const random = createRandom(first * 7919 + batch * 104729 + 1).below;
    const functions = Array.from({ length: BATCH }, (_, at) => randomFunction(`f${at}`, random));
    const width = WIDTHS[batch % WIDTHS.length] as string;
    const { done, refused, differences } = checkBatch(functions, width);
    for (const reason of refused) refusals.set(reason, (refusals.get(reason) ?? 0) + 1);
    for (const one of differences) console.log(one);
    wrong.push(...differences.map((one) => `batch ${batch}: ${one}`));
    made += done;
    console.log(`batch ${batch} (${width}): ${made} functions, ${wrong.length} differences`);
  }
  console.log(`\n${made} functions specialized, ${wrong.length} differences`);
  for (const [reason, count] of refusals) console.log(`${count} refused: ${reason}`);
  if (wrong.length > 0) throw new Error(wrong.slice(0, 20).join("\n"));
}

interface Checked {
  readonly done: number;
  readonly refused: readonly string[];
  readonly differences: readonly string[];
}

function checkBatch(all: readonly RandomFunction[], width: string): Checked {
  const folder = mkdtempSync(join(tmpdir(), "weft-random-"));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const refused = new Map<string, string>();
  try {
    write("unit.c", RANDOM_HEAD + all.map(({ text }) => text).join(""));
    let left = [...all];
    for (let round = 0; round < 2; round++) {
      write("made.spec", left.map(declared).join(""));
      const words = [WEFT, "specialize", "made.spec", "--out", ".", "--", "gcc", width, "-c", "unit.c"];
      const run = spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8", timeout: DEADLINE_MS });
      const told = [...run.stderr.matchAll(/error\[\S+\]: (f\d+) is not specialized: ([^\n.]*)/g)];
      for (const [, name = "", reason = ""] of told) refused.set(name, reason);
      if (run.status === 0) break;
      if (told.length === 0) throw new Error(`weft specialize: ${run.stderr || run.signal}`);
      left = left.filter(({ name }) => !refused.has(name));
    }
    write("main.c", driver(left));
    write("both.c", `#include "unit.c"\n${heads(left)}#include "made.c"\n${RANDOM_END}`);
    const options = { cwd: folder, encoding: "utf8", timeout: DEADLINE_MS } as const;
    // The arguments are made by the same code for all.
    const main = spawnSync("gcc", [width, "-O0", ...FLAGS, "-c", "main.c"], options);
    if (main.status !== 0) throw new Error(`the driver does not compile: ${main.stderr.slice(0, 600)}`);
    const differences = BUILDS.flatMap(([compiler, level]) => {
      const build = spawnSync(
        compiler,
        [width, level, ...FLAGS, "both.c", "main.o", "-o", "program"],
        options,
      );
      if (build.signal === "SIGTERM") {
        console.log(`${compiler} ${level} takes too long for these`);
        return [];
      }
      if (build.status !== 0)
        return [`${compiler} ${level} does not compile it: ${build.stderr.slice(0, 300)}`];
      const run = spawnSync(join(folder, "program"), { encoding: "utf8", timeout: DEADLINE_MS });
      const end = run.status === 0 || run.status === 1 ? [] : [`it ended with ${run.signal ?? run.status}`];
      return [...run.stdout.split("\n").filter((line) => line !== ""), ...end].map(
        (line) => `${compiler} ${level}: ${line}`,
      );
    });
    return { done: left.length, refused: [...refused.values()], differences };
  } finally {
    if (process.env.WEFT_KEEP === undefined) rmSync(folder, { recursive: true, force: true });
    else console.log(folder);
  }
}

/** Few copies make values dynamic early, many unroll: both are compared. */
export function declared({ name, facts, assumed }: RandomFunction): string {
  const at = Number(name.slice(1));
  const said = [...facts, ...assumed.map(({ clause }) => clause)].map((one) => `${one};`).join(" ");
  return `specialize ${name} as ${name}_made { ${said} limits unroll ${at % 4 === 0 ? 40 : 8}, statements ${at % 3 === 0 ? 150 : 4000}; }\n`;
}

export const heads = (functions: readonly RandomFunction[]): string =>
  functions.map(({ name }) => `${HEAD_OF(name)}; ${HEAD_OF(`${name}_made`)};\n`).join("");

export function driver(functions: readonly RandomFunction[]): string {
  const checks = functions.map(({ name, facts, assumed }) => {
    const set = facts.map((fact) => `${fact.replace("==", "=")};`).join(" ");
    const hold = ["1", ...facts, ...assumed.map(({ condition }) => condition)].join(" && ");
    return `static int check_${name}(void) { struct box start[3], after[3]; int r[2], totals[2], cell0 = next() % 9; unsigned kept = seed;
  for (int k = 0; k < 3; k++) { start[k] = (struct box){ .a = small(), .c = small(), .small = next(), .half = next(), .in = { small(), small() }, .first = small(), .sign = (int)(next() % 5) - 3, .level = next() % 8, .tiny = next() % 3 ? 9 : next(), .wee = (int)(next() % 9) - 3, .wees = { next(), next(), next() }, .flag = next(), .mask = next(), .deep = next(), .wide = next(), .word = { .in = { small(), small() } }, .list = { small(), small(), small(), small() }, .over = { small() }, .record = { { small() }, { next(), small() } }, .big = next() % 3 ? small() : (long long)small() * next() * 517, .most = next() % 3 ? next() : (unsigned long long)next() << (next() % 40) }; }
  kept = seed;
  for (int way = 0; way < 2; way++) { struct box boxes[3]; int cell = cell0; seed = kept; memcpy(boxes, start, sizeof boxes); total = bias = 2; mood = WEE_5;
    for (int k = 0; k < 3; k++) boxes[k].next = &boxes[(k + 1) % 3];
    struct box *b = &boxes[0], *c = &boxes[next() % 3 ? 1 : 0]; int n = small(), x = small(); enum sign e = next() % 3 ? (int)(next() % 9) - 3 : small();
    int *p = (int *[]){ &cell, &b->a, &c->c, &b->list[1], &c->in.q, &total, &b->list[2] }[next() % 7];
    ${set} if (!(${hold})) return 0;
    r[way] = (way ? ${name}_made : ${name})(b, c, p, n, x, e); totals[way] = total * 31 + bias * 7 + mood * 5 + cell;
    for (int k = 0; k < 3; k++) boxes[k].next = 0;
    if (way == 0) memcpy(after, boxes, sizeof boxes); else if (memcmp(after, boxes, sizeof boxes)) { printf("${name}: memory differs\\n"); return 1; } }
  if (r[0] != r[1] || totals[0] != totals[1]) { printf("${name}: %d %d, %d %d\\n", r[0], r[1], totals[0], totals[1]); return 1; } return 0; }`;
  });
  return `#include <stdio.h>\n#include <string.h>\n${RANDOM_DRIVER_HEAD}${heads(functions)}
static unsigned seed; static unsigned next(void) { seed = seed * 1664525u + 1013904223u; return seed >> 8; }
static int small(void) { return next() % 4 ? (int)(next() % 16) - 4 : (int)next(); }
${checks.join("\n")}
int main(void) { int bad = 0;
${functions.map(({ name }) => `  for (int i = 0; i < 300; i++) { seed = i * 977u + 5; if (check_${name}()) { bad = 1; break; } }`).join("\n")}
  return bad; }\n`;
}

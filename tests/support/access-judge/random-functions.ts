/** Random C functions that access members of random structs in the ways of kernels, each with what its source accesses. */
import type { Making } from "./making.js";
import type { Random, RandomStruct } from "./random-structs.js";
import { COPY, WAYS, type Way } from "./random-ways.js";

export interface RandomFunction {
  readonly name: string;
  readonly text: string;
  readonly prototype: string;
  /** Argument lists of calls. */
  readonly calls: readonly string[];
  /** `get s1::pid`: what the source accesses by name. */
  readonly accesses: ReadonlySet<string>;
  /** What each of its counters counts. */
  readonly counts: readonly string[];
  /** How often functions of its own are called each time. */
  readonly called: ReadonlyMap<string, number>;
  /** Structs that are copied whole. */
  readonly copied: ReadonlySet<string>;
  readonly ways: readonly string[];
}

export function randomFunction(
  name: string,
  structs: readonly RandomStruct[],
  random: Random,
): RandomFunction {
  const make: Making = {
    ...{
      random,
      structs,
      name,
      ...{ counter: name, counts: [] },
      accesses: new Set<string>(),
      copied: new Set<string>(),
      called: new Map<string, number>(),
    },
    ...{ parameters: [], helpers: [], statements: [], serial: 0 },
  };
  const ways: string[] = [];
  const names = Object.keys(WAYS);
  const wanted = 1 + random(3);
  for (let tries = 0; ways.length < wanted && tries < 60; tries++) {
    const way = names[random(names.length)] as string;
    // What is copied with its struct is no access by name: such a function has nothing else.
    if (way === COPY && ways.length > 0) continue;
    if ((WAYS[way] as Way)(make)) ways.push(way);
    if (way === COPY) break;
  }
  const { parameters, helpers, statements, accesses, copied, called, counts } = make;
  const prototype = `int ${name}(${parameters.map(({ text }) => text).join(", ") || "void"})`;
  const text = `COUNTS(${name}, ${Math.max(1, counts.length)})\n${helpers.join("\n")}\n${prototype}\n{\n  int r = 1;\n${statements.map((one) => `  ${one}\n`).join("")}  return r;\n}\n`;
  const calls = [0, 1, 2].map((at) => parameters.map(({ values }) => values[at]).join(", "));
  return { name, text, prototype, calls, accesses, counts, called, copied, ways };
}

/** A program of random functions, compiled in several ways, and what the machine says of them. */
import { readElf } from "../../../weaver-bridge/object-code/index.js";
import { type RandomFunction, randomFunction } from "./random-functions.js";
import {
  declared,
  filled,
  nested,
  POOL,
  probes,
  type RandomStruct,
  randomStructs,
  seeded,
} from "./random-structs.js";
import type { TracedName } from "./traced-machines.js";
import { runTraced, type TracedRun, type TracedSource } from "./traced-run.js";

export interface Build {
  readonly compiler: string;
  readonly options: readonly string[];
}

export interface RandomProgram {
  readonly structs: readonly RandomStruct[];
  readonly functions: readonly RandomFunction[];
  readonly run: TracedRun;
  /** Of a function: how its unit was compiled. */
  buildOf(name: string): Build;
}

export function runRandomProgram(
  seed: number,
  builds: readonly Build[],
  each: number,
  machine: TracedName = "i386",
): RandomProgram {
  const random = seeded(seed);
  const structs = randomStructs(random, 6);
  const header = `${structs.map(({ name }) => `struct ${name};`).join(" ")}\n${structs.map(declared).join("\n")}\n${structs
    .map(
      ({ name }) =>
        `extern struct ${name} ${name}_pool[], *${name}_current; struct ${name} *find_${name}(int);`,
    )
    .join("\n")}\nvoid note(int);\n`;
  const units = builds.map((build, unit) => ({
    build,
    functions: Array.from({ length: each }, (_, at) => randomFunction(`f${unit}_${at}`, structs, random)),
  }));
  const functions = units.flatMap((unit) => unit.functions);
  const sources: TracedSource[] = [
    ...units.map(({ build, functions }, unit) => ({
      name: `unit${unit}`,
      text: header + functions.map(({ text }) => signed(text, machine)).join("\n"),
      ...build,
    })),
    { name: "main", text: mainUnit(header, structs, functions), compiler: "gcc", options: ["-O0"] },
  ];
  return {
    ...{ structs, functions, run: runTraced(sources, machine) },
    buildOf: (name) => (units[Number(/^f(\d+)_/.exec(name)?.[1])] as (typeof units)[number]).build,
  };
}

/** An unsigned 0 less one is no index where pointers are wider than it. */
const signed = (text: string, machine: TracedName) =>
  machine === "i386"
    ? text
    : text.replace(/\[(i\d+) - 1\]/g, "[(int)$1 - 1]").replace(/\[-(i\d+)\]/g, "[-(int)$1]");

function mainUnit(
  header: string,
  structs: readonly RandomStruct[],
  functions: readonly RandomFunction[],
): string {
  const pools = structs.map(
    ({ name }) =>
      `struct ${name} ${name}_pool[${POOL}], *${name}_current = &${name}_pool[5]; struct ${name} *find_${name}(int i) { return &${name}_pool[4 + i]; }`,
  );
  const calls = functions.flatMap(({ name, calls }) => calls.map((words) => `fill(); ${name}(${words});`));
  return `${header}${probes(structs)}\n${structs.flatMap(nested).join("\n")}\n${pools.join("\n")}
${functions.map(({ prototype }) => `${prototype};`).join("\n")}
static volatile int noted;
void note(int one) { noted = one; }
static void fill(void) { ${filled(structs)} }
void main(void) { ${calls.join("\n")} }
`;
}

/** Which members the bits of an object are of: the compiler's own answer. */
export function createMemberMap({ structs, run }: RandomProgram) {
  const elf = readElf(run.bytes);
  const symbols = new Map(elf.symbols.map((symbol) => [symbol.name, symbol]));
  const bytesOf = (name: string): Uint8Array => {
    const { address = 0, size = 0 } = symbols.get(name) ?? {};
    const section = elf.sectionAt(address);
    return (
      section?.bytes.subarray(address - section.address, address - section.address + size) ?? new Uint8Array()
    );
  };
  const byName = new Map(structs.map((record) => [record.name, record]));
  const sizeOf = (name: string) => (symbols.get(`${name}_pool`)?.size ?? 0) / POOL;
  /** Members of which a byte has bits, and which. */
  const at = (name: string, byte: number): { readonly member: string; readonly mask: number }[] =>
    (byName.get(name)?.members ?? []).flatMap((member) => {
      if (member.kind !== "record" && member.kind !== "records") {
        const mask = bytesOf(`probe_${name}_${member.name}`)[byte] ?? 0;
        return mask === 0 ? [] : [{ member: `${name}::${member.name}`, mask }];
      }
      const words = Buffer.from(bytesOf(`place_${name}_${member.name}`));
      const [from, size] = [words.readUInt32LE(0), words.readUInt32LE(4)];
      return byte < from || byte >= from + size ? [] : at(member.of, (byte - from) % sizeOf(member.of));
    });
  const known = new Map<string, ReturnType<typeof at>>();
  const pools = structs.map(({ name }) => ({
    name,
    start: symbols.get(`${name}_pool`)?.address ?? 0,
    size: sizeOf(name),
  }));
  return (address: number): ReturnType<typeof at> => {
    const pool = pools.find(({ start, size }) => address >= start && address < start + size * POOL);
    if (pool === undefined) return [];
    const byte = (address - pool.start) % pool.size;
    const key = `${pool.name} ${byte}`;
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = at(pool.name, byte)));
    return found;
  };
}

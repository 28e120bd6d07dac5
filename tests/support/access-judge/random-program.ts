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
  /** The same functions once more, which count their accesses: how often each happens, `f1_2 get s1::pid`. */
  countAccesses(): ReadonlyMap<string, number>;
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
    .join(
      "\n",
    )}\nvoid note(int);\n${structs.map(({ name }) => `struct open_${name} { int count; struct ${name} items[]; };`).join("\n")}\n`;
  const units = builds.map((build, unit) => ({
    build,
    functions: Array.from({ length: each }, (_, at) => randomFunction(`f${unit}_${at}`, structs, random)),
  }));
  const functions = units.flatMap((unit) => unit.functions);
  const sources = (counts: string, ways: readonly Build[]): TracedSource[] => [
    ...units.map(({ build, functions }, unit) => ({
      name: `unit${unit}`,
      text: counts + header + functions.map(({ text }) => signed(text, machine)).join("\n"),
      ...(ways[unit] ?? build),
    })),
    { name: "main", text: mainUnit(header, structs, functions), compiler: "gcc", options: ["-O0"] },
  ];
  return {
    ...{ structs, functions, run: runTraced(sources(COUNTS_NOTHING, builds), machine) },
    buildOf: (name) => (units[Number(/^f(\d+)_/.exec(name)?.[1])] as (typeof units)[number]).build,
    countAccesses: () => {
      const plain = builds.map(() => ({ compiler: "gcc", options: ["-O0"] }));
      const counted = runTraced(sources(COUNTS_ACCESSES, plain), machine);
      counted.remove();
      return countsOf(counted, functions);
    },
  };
}

/** Before functions, and at each access. */
const COUNTS_NOTHING = "#define COUNTS(name, count)\n#define COUNT(name, index) (void)0\n";
const COUNTS_ACCESSES =
  "#define COUNTS(name, count) static volatile unsigned name##_counts[count];\n#define COUNT(name, index) name##_counts[index]++\n";

function countsOf(
  { bytes, memory }: TracedRun,
  functions: readonly RandomFunction[],
): ReadonlyMap<string, number> {
  const stores = new Map<number, number>();
  for (const { address, isStore } of memory) if (isStore) stores.set(address, (stores.get(address) ?? 0) + 1);
  const places = new Map(readElf(bytes).symbols.map(({ name, address }) => [name, address]));
  const found = new Map<string, number>();
  for (const { name, counts } of functions)
    for (const [index, access] of counts.entries()) {
      const times = stores.get((places.get(`${name}_counts`) ?? 0) + 4 * index) ?? 0;
      found.set(`${name} ${access}`, (found.get(`${name} ${access}`) ?? 0) + times);
    }
  return found;
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
      `struct ${name} ${name}_pool[${POOL}], *${name}_current = &${name}_pool[5]; struct ${name} *find_${name}(int i) { return &${name}_pool[4 + i]; } unsigned open_${name}_object[${OPEN} * sizeof(struct ${name}) / 4 + 4]; const unsigned open_${name}_from = __builtin_offsetof(struct open_${name}, items);`,
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

/** Elements that a flexible array has. */
const OPEN = 4;

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
  const opens = structs.map(({ name }) => {
    const from = Buffer.from(bytesOf(`open_${name}_from`)).readUInt32LE(0);
    return {
      name,
      start: (symbols.get(`open_${name}_object`)?.address ?? 0) + from,
      size: sizeOf(name),
      count: OPEN,
    };
  });
  const regions = [...pools.map((pool) => ({ ...pool, count: POOL })), ...opens];
  return (address: number): ReturnType<typeof at> => {
    const pool = regions.find(({ start, size, count }) => address >= start && address < start + size * count);
    if (pool === undefined) return [];
    const byte = (address - pool.start) % pool.size;
    const key = `${pool.name} ${byte}`;
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = at(pool.name, byte)));
    return found;
  };
}

/**
 * Interfaces made up at random, and a C program that plays both sides of each: every value is random, each side checks
 * every byte that the other sent. Types have no padding, so comparing bytes compares values.
 */
import type { Random } from "./random.js";

type Direction = "in" | "out" | "inout";

interface Value {
  readonly kind: "scalar" | "float" | "record" | "array" | "string" | "sequence" | "counted";
  /** As the IDL writes it. */
  readonly idl: string;
  /** In C; of the elements for sequences and counted arrays. */
  readonly c: string;
  /** Characters or elements. */
  readonly most: number;
  readonly bounded: boolean;
}

interface RandomParameter {
  readonly name: string;
  readonly direction: Direction;
  readonly value: Value;
  /** Name of the parameter that counts a counted array. */
  readonly count?: string;
}

interface RandomOperation {
  readonly name: string;
  readonly oneway: boolean;
  readonly raises: boolean;
  readonly result: Value | undefined;
  readonly parameters: readonly RandomParameter[];
}

export interface RandomInterface {
  readonly idl: string;
  readonly operations: readonly RandomOperation[];
}

const SCALARS: readonly Value[] = [
  ["octet", "CORBA_octet"],
  ["boolean", "CORBA_boolean"],
  ["char", "CORBA_char"],
  ["short", "CORBA_short"],
  ["unsigned short", "CORBA_unsigned_short"],
  ["long", "CORBA_long"],
  ["unsigned long", "CORBA_unsigned_long"],
  ["long long", "CORBA_long_long"],
  ["word", "idl4_word_t"],
].map(([idl, c]) => ({ kind: "scalar", idl: idl as string, c: c as string, most: 1, bounded: true }));
const FLOATS: readonly Value[] = [
  { kind: "float", idl: "float", c: "CORBA_float", most: 1, bounded: true },
  { kind: "float", idl: "double", c: "CORBA_double", most: 1, bounded: true },
];

export function randomInterface(random: Random, operations: number): RandomInterface {
  const types = ["enum hue { red, green, blue };", "exception trouble { long code; hue where; };"];
  const records: Value[] = [{ kind: "scalar", idl: "hue", c: "m_hue", most: 1, bounded: true }];
  for (let index = 0; index < 4; index++) records.push(record(random, types, index));
  records.push(union(random, types));
  const arrays = [0, 1, 2].map((index) => array(random, types, index, records));
  const sequences = [0, 1, 2].map((index) => sequence(random, types, index, records));
  const pool = { records, arrays, sequences };
  const made = Array.from({ length: operations }, (_, index) => operation(random, pool, index));
  const body = made.map((entry) => `    ${operationText(entry)}\n`).join("");
  return { idl: `module m {\n  ${types.join("\n  ")}\n  interface i {\n${body}  };\n};\n`, operations: made };
}

/** Members in falling size, closed by octets, so that gcc leaves no holes. */
function record(random: Random, types: string[], index: number): Value {
  const members: string[] = [];
  for (let n = random.below(3); n > 0; n--) members.push("long long");
  for (let n = random.below(4); n >= 0; n--) members.push(random.pick(["long", "unsigned long", "hue"]));
  for (let n = random.below(3); n > 0; n--) members.push("short", "unsigned short");
  for (let n = random.below(2); n > 0; n--) members.push("octet", "char", "octet", "boolean");
  const text = members.map((type, at) => `${type} m${at};`).join(" ");
  const tail = random.once(3) ? ` octet tail[${4 * (1 + random.below(30))}];` : "";
  types.push(`struct s${index} { ${text}${tail} };`);
  return { kind: "record", idl: `s${index}`, c: `m_s${index}`, most: 1, bounded: true };
}

function union(random: Random, types: string[]): Value {
  const bytes = 4 * (1 + random.below(6));
  types.push(
    `union u switch (long) { case 1: octet raw[${bytes}]; case 2: case 3: long words[${bytes / 4}]; };`,
  );
  return { kind: "record", idl: "u", c: "m_u", most: 1, bounded: true };
}

function array(random: Random, types: string[], index: number, records: readonly Value[]): Value {
  const element = random.once(3) ? random.pick(records) : random.pick(SCALARS);
  const dimensions = random.once(3)
    ? `[${1 + random.below(3)}][${1 + random.below(4)}]`
    : `[${1 + random.below(9)}]`;
  types.push(`typedef ${element.idl} a${index}${dimensions};`);
  return { kind: "array", idl: `a${index}`, c: `m_a${index}`, most: 1, bounded: true };
}

function sequence(random: Random, types: string[], index: number, records: readonly Value[]): Value {
  const element = random.once(2) ? random.pick(records) : random.pick(SCALARS);
  const bounded = !random.once(3);
  const most = 1 + random.below(40);
  types.push(`typedef sequence<${element.idl}${bounded ? `, ${most}` : ""}> q${index};`);
  return { kind: "sequence", idl: `q${index}`, c: element.c, most, bounded };
}

interface Pool {
  readonly records: readonly Value[];
  readonly arrays: readonly Value[];
  readonly sequences: readonly Value[];
}

function operation(random: Random, pool: Pool, index: number): RandomOperation {
  const oneway = random.once(10);
  const parameters: RandomParameter[] = [];
  for (let n = random.below(7); n > 0; n--) {
    const direction: Direction = oneway ? "in" : random.pick(["in", "in", "out", "inout"]);
    const name = `p${parameters.length}`;
    if (random.once(8)) {
      const element = random.pick(SCALARS);
      const value: Value = {
        kind: "counted",
        idl: element.idl,
        c: element.c,
        most: 1 + random.below(300),
        bounded: true,
      };
      const count: Value = { kind: "scalar", idl: "long", c: "CORBA_long", most: 1, bounded: true };
      parameters.push({
        name,
        direction: direction === "inout" ? "in" : direction,
        value,
        count: `n${name}`,
      });
      parameters.push({ name: `n${name}`, direction: "in", value: count });
    } else {
      const value = randomValue(random, pool, direction);
      parameters.push({ name, direction, value });
    }
  }
  const result = oneway || random.once(3) ? undefined : resultValue(random, pool);
  return { name: `op${index}`, oneway, raises: !oneway && random.once(4), result, parameters };
}

function randomValue(random: Random, pool: Pool, direction: Direction): Value {
  switch (random.below(8)) {
    case 0:
    case 1:
    case 2:
      return random.pick(SCALARS);
    case 3:
      return random.pick(FLOATS);
    case 4:
      return random.pick(pool.records);
    case 5:
      return random.pick(pool.arrays);
    case 6:
      return randomString(random);
    default: {
      const found = random.pick(pool.sequences);
      return found.bounded || direction !== "inout" ? found : random.pick(SCALARS);
    }
  }
}

function resultValue(random: Random, pool: Pool): Value {
  return random.pick([
    random.pick(SCALARS),
    random.pick(pool.records),
    randomString(random),
    random.pick(FLOATS),
    random.pick(pool.arrays),
  ]);
}

function randomString(random: Random): Value {
  const bounded = !random.once(4);
  const most = 1 + random.below(random.once(3) ? 400 : 40);
  return { kind: "string", idl: bounded ? `string<${most}>` : "string", c: "CORBA_char", most, bounded };
}

function operationText({ name, oneway, raises, result, parameters }: RandomOperation): string {
  const list = parameters.map((parameter) =>
    parameter.count === undefined
      ? `${parameter.direction} ${parameter.value.idl} ${parameter.name}`
      : `[${parameter.direction}, length_is(${parameter.count}), max_size(${parameter.value.most})] ${parameter.value.idl} *${parameter.name}`,
  );
  const tail = raises ? " raises (trouble)" : "";
  return `${oneway ? "oneway " : ""}${result?.idl ?? "void"} ${name}(${list.join(", ")})${tail};`;
}

/** What random functions are put together from: parameters, places in objects, statements that access them and count it. */
import type { Random, RandomMember, RandomStruct } from "./random-structs.js";

export interface Making {
  readonly random: Random;
  readonly structs: readonly RandomStruct[];
  readonly name: string;
  /** Of the function around, by which its accesses are counted. */
  readonly counter: string;
  /** `get s1::pid`: of each counter, in their order. */
  readonly counts: string[];
  readonly accesses: Set<string>;
  readonly copied: Set<string>;
  readonly called: Map<string, number>;
  readonly parameters: { readonly text: string; readonly values: readonly string[] }[];
  readonly helpers: string[];
  readonly statements: string[];
  serial: number;
}

/** A place that is accessed: what leads to it is accessed on the way. */
export interface Lvalue {
  readonly text: string;
  readonly leaf: string;
  readonly way: readonly string[];
}

export const fresh = (make: Making, base: string) => `${base}${make.serial++}`;
export const pick = <T>(list: readonly T[], random: Random): T => list[random(list.length)] as T;
export const anyStruct = (make: Making) => pick(make.structs, make.random);

export function pointer(make: Making, name: string, base = "p"): string {
  const own = fresh(make, base);
  make.parameters.push({
    text: `struct ${name} *${own}`,
    values: [4, 5, 6].map((at) => `&${name}_pool[${at}]`),
  });
  return own;
}

export function index(make: Making, most: number): string {
  const own = fresh(make, "i");
  const type = pick(["int", "unsigned", "unsigned char", "int"], make.random);
  make.parameters.push({ text: `${type} ${own}`, values: [0, 1, 2].map((at) => String(at % most)) });
  return own;
}

/** A member of numbers somewhere below an object. */
function placeIn(
  make: Making,
  object: string,
  operator: "->" | ".",
  name: string,
  depth = 0,
): Lvalue | undefined {
  const members = make.structs.find((one) => one.name === name)?.members ?? [];
  const member = pick(members, make.random);
  const text = `${object}${operator}${member.name}`;
  const own = `${name}::${member.name}`;
  const at = (most: number) =>
    make.random(3) === 0 ? String(make.random(most)) : index(make, Math.min(3, most));
  const further = (object: string, operator: "->" | ".", way: readonly string[]) => {
    if (depth > 2) return undefined;
    const inner = placeIn(make, object, operator, member.of, depth + 1);
    return inner && { ...inner, way: [...way, ...inner.way] };
  };
  switch (member.kind) {
    case "number":
    case "bits":
    case "union":
      return { text, leaf: own, way: [] };
    case "numbers":
      return { text: `${text}[${at(member.count)}]`, leaf: own, way: [] };
    case "grid":
      return { text: `${text}[${at(member.count)}][${at(3)}]`, leaf: own, way: [] };
    case "record":
      return further(text, ".", []);
    case "records":
      return further(`${text}[${at(member.count)}]`, ".", []);
    case "pointer":
      return further(text, "->", [own]);
    case "pointers":
      return further(`${text}[${at(member.count)}]`, "->", [own]);
  }
}

export function place(make: Making, object: string, operator: "->" | ".", name: string): Lvalue | undefined {
  const { length } = make.parameters;
  for (let tries = 0; tries < 12; tries++) {
    const found = placeIn(make, object, operator, name);
    if (found !== undefined) return found;
    make.parameters.length = length;
  }
  return undefined;
}

/** Expressions that count accesses where the program is compiled to count them, and do nothing elsewhere; with a comma behind. */
export function counting(make: Making, ...accesses: readonly string[]): string {
  return accesses
    .map((access) => {
      make.accesses.add(access);
      return `COUNT(${make.counter}, ${make.counts.push(access) - 1}), `;
    })
    .join("");
}

const kindsOf = (place: Lvalue, ...kinds: readonly string[]) => [
  ...kinds.map((kind) => `${kind} ${place.leaf}`),
  ...place.way.map((one) => `get ${one}`),
];

/** A statement that gets it, sets it, or both. */
export function use(make: Making, place: Lvalue): void {
  const { text } = place;
  const forms: Record<string, readonly string[]> = {
    [`r += ${text};`]: ["get"],
    [`r = r * 3 + ${text};`]: ["get"],
    [`if (${text} > 2)\n    r ^= 5;`]: ["get"],
    [`${text} = r;`]: ["set"],
    [`${text} = 3;`]: ["set"],
    [`${text}++;`]: ["get", "set"],
    [`${text} += r;`]: ["get", "set"],
    [`${text} |= 1;`]: ["get", "set"],
    [`r += ${text} ? 7 : 2;`]: ["get"],
  };
  const [statement, kinds] = pick(Object.entries(forms), make.random);
  make.statements.push(`${counting(make, ...kindsOf(place, ...kinds))}0;`, statement);
}

/** What counts that the place is read. */
export const gotten = (make: Making, place: Lvalue) => counting(make, ...kindsOf(place, "get"));

/** Places of an object in this order: `p`, and how members are reached. */
export type ObjectOf = (make: Making, name: string) => readonly [string, "->" | "."];

export const membersOf = (make: Making, kinds: readonly RandomMember["kind"][]) =>
  make.structs.flatMap((record) =>
    record.members.filter(({ kind }) => kinds.includes(kind)).map((member) => ({ record, member })),
  );

export const plain = (make: Making, name: string): RandomMember | undefined => {
  const members = make.structs
    .find((one) => one.name === name)
    ?.members.filter(({ kind }) => kind === "number" || kind === "bits");
  return members === undefined || members.length === 0 ? undefined : pick(members, make.random);
};

/** Random structs, and what C needs to make objects of them. Members share their names between structs, as those of kernels do. */

export type Random = (below: number) => number;

/** Mulberry32: the same numbers for the same seed. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export interface RandomMember {
  readonly name: string;
  readonly kind:
    | "number"
    | "bits"
    | "pointer"
    | "record"
    | "numbers"
    | "records"
    | "pointers"
    | "grid"
    | "union";
  /** Of numbers the type; of others the struct that it is, or points to. */
  readonly of: string;
  readonly count: number;
}

export interface RandomStruct {
  readonly name: string;
  readonly members: readonly RandomMember[];
}

const NUMBERS = [
  "int",
  "unsigned",
  "short",
  "unsigned char",
  "char",
  "long long",
  "unsigned short",
  "int",
  "int",
];
const NAMES = "n state next link size ref flags pid mode owner head table data count kind".split(" ");
export const POOL = 12;

export function randomStructs(random: Random, count: number): RandomStruct[] {
  const made: RandomStruct[] = [];
  for (let at = 0; at < count; at++) made.push(randomStruct(`s${at}`, made, count, random));
  return made;
}

const KINDS: readonly RandomMember["kind"][] = [
  ...(["number", "number", "number", "number", "bits", "bits", "pointer", "pointer", "record"] as const),
  ...(["numbers", "numbers", "records", "records", "pointers", "grid", "union"] as const),
];

function randomStruct(
  name: string,
  before: readonly RandomStruct[],
  all: number,
  random: Random,
): RandomStruct {
  const names = [...NAMES];
  const members: RandomMember[] = [];
  const length = 3 + random(6);
  while (members.length < length) {
    const kind = KINDS[random(KINDS.length)] as RandomMember["kind"];
    const inner = before.filter((one) => one.members.length < 7);
    const isRecord = kind === "record" || kind === "records";
    if (isRecord && inner.length === 0) continue;
    const [own] = names.splice(random(names.length), 1) as [string];
    const record = isRecord ? (inner[random(inner.length)] as RandomStruct).name : `s${random(all)}`;
    const isPointer = kind === "pointer" || kind === "pointers";
    const of =
      isRecord || isPointer
        ? record
        : kind === "bits"
          ? "unsigned"
          : (NUMBERS[random(NUMBERS.length)] as string);
    members.push({ name: own, kind, of, count: kind === "bits" ? 1 + random(17) : 2 + random(4) });
  }
  return { name, members };
}

export function declared({ name, members }: RandomStruct): string {
  return `struct ${name} { ${members.map(declaredMember).join(" ")} };`;
}

function declaredMember({ name, kind, of, count }: RandomMember): string {
  switch (kind) {
    case "number":
      return `${of} ${name};`;
    case "bits":
      return `${of} ${name} : ${count};`;
    case "pointer":
      return `struct ${of} *${name};`;
    case "record":
      return `struct ${of} ${name};`;
    case "numbers":
      return `${of} ${name}[${count}];`;
    case "records":
      return `struct ${of} ${name}[${count}];`;
    case "pointers":
      return `struct ${of} *${name}[${count}];`;
    case "grid":
      return `${of} ${name}[${count}][3];`;
    case "union":
      return `union { ${of} ${name}; char ${name}_bytes[4]; };`;
  }
}

/** Each an object whose bits are set where the member has bits: the compiler says what lies where. */
export function probes(structs: readonly RandomStruct[]): string {
  return structs
    .flatMap(({ name, members }) =>
      members
        .filter(({ kind }) => kind !== "record" && kind !== "records")
        .map(
          (member) =>
            `const struct ${name} probe_${name}_${member.name} = { .${member.name} = ${ones(member)} };`,
        ),
    )
    .join("\n");
}

function ones({ kind, of, count }: RandomMember): string {
  switch (kind) {
    case "pointer":
      return "(void *)-1";
    case "pointers":
      return `{ [0 ... ${count - 1}] = (void *)-1 }`;
    case "numbers":
      return `{ [0 ... ${count - 1}] = (${of})-1 }`;
    case "grid":
      return `{ [0 ... ${count - 1}] = { [0 ... 2] = (${of})-1 } }`;
    default:
      return `(${of})-1`;
  }
}

/** Where the members that are structs begin, which have no bits of their own. */
export function nested({ name, members }: RandomStruct): string[] {
  return members
    .filter(({ kind }) => kind === "record" || kind === "records")
    .map(
      (member) =>
        `const unsigned place_${name}_${member.name}[] = { __builtin_offsetof(struct ${name}, ${member.name}), sizeof(((struct ${name} *)0)->${member.name}) };`,
    );
}

/** Pointers lead to objects of the pools. */
export function filled(structs: readonly RandomStruct[]): string {
  const one = (path: string, name: string, depth: number): string[] =>
    depth > 3
      ? []
      : (structs.find((record) => record.name === name)?.members ?? []).flatMap((member) => {
          const place = `${path}.${member.name}`;
          const elements = Array.from({ length: member.count }, (_, at) => `${place}[${at}]`);
          if (member.kind === "pointer") return [`${place} = &${member.of}_pool[4 + (i + ${depth}) % 4];`];
          if (member.kind === "pointers")
            return elements.map((element, at) => `${element} = &${member.of}_pool[4 + (i + ${at}) % 4];`);
          if (member.kind === "record") return one(place, member.of, depth + 1);
          if (member.kind === "records")
            return elements.flatMap((element) => one(element, member.of, depth + 1));
          return [];
        });
  return structs
    .map(({ name }) => `for (int i = 0; i < ${POOL}; i++) { ${one(`${name}_pool[i]`, name, 0).join(" ")} }`)
    .join("\n");
}

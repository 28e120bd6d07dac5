/** Random C functions that access members of random structs in the ways of kernels, each with what its source accesses. */
import { POOL, type Random, type RandomMember, type RandomStruct } from "./random-structs.js";

export interface RandomFunction {
  readonly name: string;
  readonly text: string;
  readonly prototype: string;
  /** Argument lists of calls. */
  readonly calls: readonly string[];
  /** `get s1::pid`: what the source accesses by name. */
  readonly accesses: ReadonlySet<string>;
  /** How often functions of its own are called each time. */
  readonly called: ReadonlyMap<string, number>;
  /** Structs that are copied whole. */
  readonly copied: ReadonlySet<string>;
  readonly ways: readonly string[];
}

interface Making {
  readonly random: Random;
  readonly structs: readonly RandomStruct[];
  readonly name: string;
  readonly accesses: Set<string>;
  readonly copied: Set<string>;
  readonly called: Map<string, number>;
  readonly parameters: { readonly text: string; readonly values: readonly string[] }[];
  readonly helpers: string[];
  readonly statements: string[];
  serial: number;
}

/** A place that is accessed: what leads to it is accessed on the way. */
interface Lvalue {
  readonly text: string;
  readonly leaf: string;
  readonly way: readonly string[];
}

const COPY = "copy of a struct";

type Way = (make: Making) => boolean;

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
  const { parameters, helpers, statements, accesses, copied, called } = make;
  const prototype = `int ${name}(${parameters.map(({ text }) => text).join(", ") || "void"})`;
  const text = `${helpers.join("\n")}\n${prototype}\n{\n  int r = 1;\n${statements.map((one) => `  ${one}\n`).join("")}  return r;\n}\n`;
  const calls = [0, 1, 2].map((at) => parameters.map(({ values }) => values[at]).join(", "));
  return { name, text, prototype, calls, accesses, called, copied, ways };
}

const fresh = (make: Making, base: string) => `${base}${make.serial++}`;
const pick = <T>(list: readonly T[], random: Random): T => list[random(list.length)] as T;
const anyStruct = (make: Making) => pick(make.structs, make.random);

function pointer(make: Making, name: string, base = "p"): string {
  const own = fresh(make, base);
  make.parameters.push({
    text: `struct ${name} *${own}`,
    values: [4, 5, 6].map((at) => `&${name}_pool[${at}]`),
  });
  return own;
}

function index(make: Making, most: number): string {
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

function place(make: Making, object: string, operator: "->" | ".", name: string): Lvalue | undefined {
  const { length } = make.parameters;
  for (let tries = 0; tries < 12; tries++) {
    const found = placeIn(make, object, operator, name);
    if (found !== undefined) return found;
    make.parameters.length = length;
  }
  return undefined;
}

/** A statement that gets it, sets it, or both. */
function use(make: Making, { text, leaf, way }: Lvalue): void {
  const note = (...kinds: readonly string[]) => {
    for (const kind of kinds) make.accesses.add(`${kind} ${leaf}`);
    for (const one of way) make.accesses.add(`get ${one}`);
  };
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
  make.statements.push(statement);
  note(...kinds);
}

function gotten(make: Making, { leaf, way }: Lvalue): void {
  make.accesses.add(`get ${leaf}`);
  for (const one of way) make.accesses.add(`get ${one}`);
}

function simply(object: (make: Making, name: string) => readonly [string, "->" | "."]): Way {
  return (make) => {
    const { name } = anyStruct(make);
    const { length } = make.parameters;
    const found = place(make, ...object(make, name), name);
    if (found === undefined) make.parameters.length = length;
    else use(make, found);
    return found !== undefined;
  };
}

const membersOf = (make: Making, kinds: readonly RandomMember["kind"][]) =>
  make.structs.flatMap((record) =>
    record.members.filter(({ kind }) => kinds.includes(kind)).map((member) => ({ record, member })),
  );

const plain = (make: Making, name: string): RandomMember | undefined => {
  const members = make.structs
    .find((one) => one.name === name)
    ?.members.filter(({ kind }) => kind === "number" || kind === "bits");
  return members === undefined || members.length === 0 ? undefined : pick(members, make.random);
};

const WAYS: Readonly<Record<string, Way>> = {
  pointer: simply((make, name) => [pointer(make, name), "->"]),
  "pointer again": simply((make, name) => [pointer(make, name), "->"]),
  "global array": simply((make, name) => [`${name}_pool[${index(make, 3)}]`, "."]),
  "global element": simply((make, name) => [`${name}_pool[${make.random(4)}]`, "."]),
  "global pointer": simply((_, name) => [`${name}_current`, "->"]),
  "pointer and index": simply((make, name) => [`${pointer(make, name)}[${index(make, 3)}]`, "."]),
  "pointer and constant": simply((make, name) => [
    `${pointer(make, name)}[${pick(["1", "-1", "2", "-2"], make.random)}]`,
    ".",
  ]),
  "pointer less index": simply((make, name) => [`(${pointer(make, name)} - ${index(make, 3)})`, "->"]),
  "minus index": simply((make, name) => [`${pointer(make, name)}[-${index(make, 3)}]`, "."]),
  "index less one": simply((make, name) => [`${pointer(make, name)}[${index(make, 3)} - 1]`, "."]),
  "one of two": simply((make, name) => [
    `(${index(make, 3)} ? ${pointer(make, name)} : ${pointer(make, name)})`,
    "->",
  ]),
  "result of a call": simply((make, name) => [`find_${name}(${index(make, 3)})`, "->"]),
  "element by call": simply((make, name) => [`find_${name}(${index(make, 3)})[1]`, "."]),
  "void pointer": simply((make, name) => {
    const own = fresh(make, "v");
    make.parameters.push({ text: `void *${own}`, values: [4, 5, 6].map((at) => `&${name}_pool[${at}]`) });
    return [`((struct ${name} *)${own})`, "->"];
  }),
  "void pointer in a variable": (make) => {
    const { name } = anyStruct(make);
    const [own, typed] = [fresh(make, "v"), fresh(make, "t")];
    make.parameters.push({ text: `void *${own}`, values: [4, 5, 6].map((at) => `&${name}_pool[${at}]`) });
    make.statements.push(`struct ${name} *${typed} = ${own};`);
    const found = place(make, typed, "->", name);
    if (found !== undefined) use(make, found);
    return true;
  },
  stepping: (make) => {
    const { name } = anyStruct(make);
    const own = pointer(make, name);
    make.statements.push(`${own}++;`);
    const found = place(make, own, "->", name);
    if (found !== undefined) use(make, found);
    return true;
  },
  "loop to an end": (make) =>
    loop(make, (own, q, name) => `for (struct ${name} *${q} = ${own}; ${q} < ${own} + 3; ${q}++)`),
  "loop down": (make) =>
    loop(make, (own, q, name) => `for (struct ${name} *${q} = ${own} + 3; --${q} >= ${own};)`),
  "loop by index": (make) => {
    const { name } = anyStruct(make);
    const own = pointer(make, name);
    const [i, n] = [fresh(make, "k"), index(make, 3)];
    const found = place(make, `${own}[${i}]`, ".", name);
    if (found === undefined) return true;
    make.statements.push(`for (int ${i} = 0; ${i} < ${n}; ${i}++)\n    r += ${found.text};`);
    gotten(make, found);
    return true;
  },
  "loop over a global array": (make) => {
    const { name } = anyStruct(make);
    const i = fresh(make, "k");
    const found = place(make, `${name}_pool[${i}]`, ".", name);
    if (found === undefined) return false;
    make.statements.push(`for (int ${i} = 0; ${i} < ${POOL}; ${i}++)\n    r += ${found.text};`);
    gotten(make, found);
    return true;
  },
  "loop in a member": (make) => {
    const chosen = pick([...membersOf(make, ["numbers"]), ...membersOf(make, ["records"])], make.random);
    if (chosen === undefined) return false;
    const { record, member } = chosen;
    const [own, i] = [pointer(make, record.name), fresh(make, "k")];
    const element = `${own}->${member.name}[${i}]`;
    const found =
      member.kind === "numbers"
        ? { text: element, leaf: `${record.name}::${member.name}`, way: [] }
        : place(make, element, ".", member.of);
    if (found === undefined) return true;
    make.statements.push(
      `for (int ${i} = 0; ${i} < ${member.count}; ${i}++)\n    r = r * 31 + ${found.text};`,
    );
    gotten(make, found);
    return true;
  },
  list: (make) => {
    const chosen = pick(
      membersOf(make, ["pointer"]).filter(({ record, member }) => member.of === record.name),
      make.random,
    );
    if (chosen === undefined) return false;
    const { record, member } = chosen;
    const [own, n] = [pointer(make, record.name), fresh(make, "n")];
    const found = place(make, own, "->", record.name);
    if (found === undefined) return true;
    make.statements.push(
      `for (int ${n} = 0; ${n} < 3; ${n}++, ${own} = ${own}->${member.name})\n    r += ${found.text};`,
    );
    gotten(make, found);
    make.accesses.add(`get ${record.name}::${member.name}`);
    return true;
  },
  "container with a variable": (make) => container(make, true),
  "container without a variable": (make) => container(make, false),
  "static function": (make) => helper(make, "static __attribute__((noinline))"),
  "function of the compiler's choice": (make) => helper(make, "static"),
  "inlined function": (make) => helper(make, "static inline __attribute__((always_inline))"),
  [COPY]: (make) => {
    const { name } = anyStruct(make);
    make.statements.push(`*${pointer(make, name)} = *${pointer(make, name)};`);
    make.copied.add(name);
    return true;
  },
  "compare members": (make) => {
    const { name } = anyStruct(make);
    const [left, right] = [plain(make, name), plain(make, name)];
    if (left === undefined || right === undefined) return false;
    make.statements.push(
      `if (${pointer(make, name)}->${left.name} < ${pointer(make, name)}->${right.name})\n    r++;`,
    );
    make.accesses.add(`get ${name}::${left.name}`).add(`get ${name}::${right.name}`);
    return true;
  },
  "choice by member": (make) => {
    const { name } = anyStruct(make);
    const member = plain(make, name);
    if (member === undefined) return false;
    make.statements.push(
      `switch (${pointer(make, name)}->${member.name}) {\n  case 0: r += 4; break;\n  case 1: r ^= 9; break;\n  case 2: r *= 3; break;\n  case 3: r -= 2; break;\n  case 4: r |= 64; break;\n  default: r = ~r;\n  }`,
    );
    make.accesses.add(`get ${name}::${member.name}`);
    return true;
  },
};

function loop(make: Making, head: (own: string, q: string, name: string) => string): boolean {
  const { name } = anyStruct(make);
  const own = pointer(make, name);
  const q = fresh(make, "q");
  const found = place(make, q, "->", name);
  if (found === undefined) return true;
  make.statements.push(`${head(own, q, name)}\n    r += ${found.text};`);
  gotten(make, found);
  return true;
}

function container(make: Making, hasVariable: boolean): boolean {
  const chosen = pick(membersOf(make, ["record"]), make.random);
  if (chosen === undefined) return false;
  const { record, member } = chosen;
  const own = fresh(make, "l");
  make.parameters.push({
    text: `struct ${member.of} *${own}`,
    values: [4, 5, 6].map((at) => `&${record.name}_pool[${at}].${member.name}`),
  });
  const around = `((struct ${record.name} *)((char *)${own} - __builtin_offsetof(struct ${record.name}, ${member.name})))`;
  const typed = fresh(make, "t");
  if (hasVariable) make.statements.push(`struct ${record.name} *${typed} = ${around};`);
  const found = place(make, hasVariable ? typed : around, "->", record.name);
  if (found !== undefined) use(make, found);
  return true;
}

function helper(make: Making, how: string): boolean {
  const { name } = anyStruct(make);
  const own = fresh(make, `${make.name}_h`);
  const inner: Making = { ...make, name: own, parameters: [], statements: [], helpers: [] };
  const object = pointer(inner, name);
  const found = place(inner, object, "->", name);
  if (found === undefined) return false;
  use(inner, found);
  make.serial = inner.serial;
  const { random } = make;
  const early = random(2) === 0 ? `  if (!${object})\n    return 3;\n` : "";
  // What has an effect is not done once for several calls.
  const note = random(2) === 0 ? `  note(${random(9)});\n` : "";
  const noted = note === "" ? `  note(r);\n` : "";
  const rounds = random(3) === 0 ? `  for (int k = 0; k < r; k++)\n    find_${name}(k & 1);\n` : "";
  const body = inner.statements.map((one) => `  ${one}\n`).join("");
  make.helpers.push(
    `${how} int ${own}(${inner.parameters.map(({ text }) => text).join(", ")})\n{\n  int r = 2;\n${note}${early}${body}${rounds}${noted}  return r;\n}`,
  );
  const calls = 1 + random(2);
  let executions = 0;
  for (let call = 0; call < calls; call++) {
    const words = inner.parameters.map(({ text, values }) => {
      const parameter = fresh(make, "a");
      make.parameters.push({ text: text.replace(/\w+$/, parameter), values });
      return parameter;
    });
    const times = random(3) === 0 ? 2 : 1;
    executions += times;
    const round = fresh(make, "k");
    const loop = times === 1 ? "" : `for (int ${round} = 0; ${round} < ${times}; ${round}++)\n    `;
    make.statements.push(`${loop}r += ${own}(${words.join(", ")});`);
  }
  make.called.set(own, executions);
  return true;
}

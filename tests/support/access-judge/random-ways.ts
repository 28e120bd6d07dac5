/** The ways in which kernels access members, each as a part of a random function. */
import {
  anyStruct,
  counting,
  fresh,
  gotten,
  index,
  type Making,
  membersOf,
  type ObjectOf,
  pick,
  place,
  plain,
  pointer,
  use,
} from "./making.js";
import { POOL, type RandomMember } from "./random-structs.js";

export const COPY = "copy of a struct";

export type Way = (make: Making) => boolean;

function simply(object: ObjectOf): Way {
  return (make) => {
    const { name } = anyStruct(make);
    const { length } = make.parameters;
    const found = place(make, ...object(make, name), name);
    if (found === undefined) make.parameters.length = length;
    else use(make, found);
    return found !== undefined;
  };
}

export const WAYS: Readonly<Record<string, Way>> = {
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
    make.statements.push(
      `for (int ${i} = 0; ${i} < ${n}; ${i}++) {\n    ${gotten(make, found)}0;\n    r += ${found.text};\n  }`,
    );
    return true;
  },
  "loop over a global array": (make) => {
    const { name } = anyStruct(make);
    const i = fresh(make, "k");
    const found = place(make, `${name}_pool[${i}]`, ".", name);
    if (found === undefined) return false;
    make.statements.push(
      `for (int ${i} = 0; ${i} < ${POOL}; ${i}++) {\n    ${gotten(make, found)}0;\n    r += ${found.text};\n  }`,
    );
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
      `for (int ${i} = 0; ${i} < ${member.count}; ${i}++) {\n    ${gotten(make, found)}0;\n    r = r * 31 + ${found.text};\n  }`,
    );
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
      `for (int ${n} = 0; ${n} < 3; ${n}++, ${counting(make, `get ${record.name}::${member.name}`)}${own} = ${own}->${member.name}) {\n    ${gotten(make, found)}0;\n    r += ${found.text};\n  }`,
    );
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
      `${counting(make, `get ${name}::${left.name}`, `get ${name}::${right.name}`)}0;`,
      `if (${pointer(make, name)}->${left.name} < ${pointer(make, name)}->${right.name})\n    r++;`,
    );
    return true;
  },
  "choice by member": (make) => {
    const { name } = anyStruct(make);
    const member = plain(make, name);
    if (member === undefined) return false;
    make.statements.push(
      `${counting(make, `get ${name}::${member.name}`)}0;`,
      `switch (${pointer(make, name)}->${member.name}) {\n  case 0: r += 4; break;\n  case 1: r ^= 9; break;\n  case 2: r *= 3; break;\n  case 3: r -= 2; break;\n  case 4: r |= 64; break;\n  default: r = ~r;\n  }`,
    );
    return true;
  },
  "choice between neighbours": (make) => {
    const { name, members } = anyStruct(make);
    const numbers = members.filter(({ kind }) => kind === "number" || kind === "bits");
    if (numbers.length < 2) return false;
    const at = make.random(numbers.length - 1);
    const [left, right] = [numbers[at], numbers[at + 1]] as [RandomMember, RandomMember];
    const [object, condition] = [pointer(make, name), index(make, 3)];
    const step = pick(["++", "--", " = 5", " += 3"], make.random);
    const counted = (member: RandomMember) =>
      counting(
        make,
        ...(step === " = 5" ? ["set"] : ["get", "set"]).map((kind) => `${kind} ${name}::${member.name}`),
      );
    make.statements.push(
      `if (${condition}) {\n    ${counted(left)}0;\n    ${object}->${left.name}${step};\n  } else {\n    ${counted(right)}0;\n    ${object}->${right.name}${step};\n  }`,
    );
    return true;
  },
  "cast beside an object": simply((make, name) => {
    const own = fresh(make, "o");
    make.parameters.push({
      text: `struct ${anyStruct(make).name} *${own}`,
      values: [5, 6, 7].map((at) => `(void *)&${name}_pool[${at}]`),
    });
    return [`((struct ${name} *)${own} - 1)`, "->"];
  }),
  "flexible array": simply((make, name) => {
    const own = fresh(make, "x");
    make.parameters.push({
      text: `struct open_${name} *${own}`,
      values: [0, 0, 0].map(() => `(void *)open_${name}_object`),
    });
    return [`${own}->items[${index(make, 3)}]`, "."];
  }),
  "several inlined at one instruction": (make) => {
    const { name } = anyStruct(make);
    const member = plain(make, name);
    if (member === undefined) return false;
    const [inner, outer, own] = [
      fresh(make, `${make.name}_h`),
      fresh(make, `${make.name}_h`),
      fresh(make, "a"),
    ];
    const head = "static inline __attribute__((always_inline)) int";
    make.helpers.push(
      `${head} ${inner}(struct ${name} *p)\n{\n  ${counting(make, `get ${name}::${member.name}`)}0;\n  return p->${member.name};\n}`,
      `${head} ${outer}(struct ${name} *p)\n{\n  return ${inner}(p);\n}`,
    );
    make.parameters.push({
      text: `struct ${name} *${own}`,
      values: [4, 5, 6].map((at) => `&${name}_pool[${at}]`),
    });
    make.statements.push(`r += ${outer}(${own});`);
    make.called.set(inner, 1).set(outer, 1);
    return true;
  },
  "merged functions": (make) => {
    const { name } = anyStruct(make);
    const member = plain(make, name);
    if (member === undefined) return false;
    const [one, other] = [fresh(make, `${make.name}_h`), fresh(make, `${make.name}_h`)];
    for (const own of [one, other])
      make.helpers.push(
        `static __attribute__((noinline)) int ${own}(struct ${name} *p)\n{\n  ${counting(make, `get ${name}::${member.name}`)}0;\n  note(p->${member.name});\n  return 2;\n}`,
      );
    const object = pointer(make, name);
    make.statements.push(`r += ${one}(${object}) + ${other}(${object});`, `${other}(${object});`);
    make.called.set(one, 1).set(other, 2);
    return true;
  },
};

function loop(make: Making, head: (own: string, q: string, name: string) => string): boolean {
  const { name } = anyStruct(make);
  const own = pointer(make, name);
  const q = fresh(make, "q");
  const found = place(make, q, "->", name);
  if (found === undefined) return true;
  make.statements.push(`${head(own, q, name)} {\n    ${gotten(make, found)}0;\n    r += ${found.text};\n  }`);
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

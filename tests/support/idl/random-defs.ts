/** Random `.defs` files of MIG that are right by construction, with the C declarations of their types. */
import type { Random } from "./random.js";

export interface RandomDefs {
  readonly text: string;
  /** Typedefs of all named types, as a C compiler must see them to lay mig's structs out. */
  readonly declarations: string;
}

export interface DefsChoice {
  /** Ports, polymorphic values, out-of-line data: what L4 stubs can't carry or don't. */
  readonly mach: boolean;
}

interface Declared {
  readonly name: string;
  readonly kind: "scalar" | "fixed" | "variable" | "string" | "out of line" | "port";
}

interface Draft {
  readonly random: Random;
  readonly types: Declared[];
  readonly text: string[];
  readonly c: string[];
}

const SCALARS = [
  ["MACH_MSG_TYPE_INTEGER_8", "unsigned char"],
  ["MACH_MSG_TYPE_INTEGER_16", "short"],
  ["MACH_MSG_TYPE_INTEGER_32", "int"],
  ["MACH_MSG_TYPE_INTEGER_64", "long long"],
  ["MACH_MSG_TYPE_CHAR", "char"],
  ["MACH_MSG_TYPE_BYTE", "unsigned char"],
  ["MACH_MSG_TYPE_BOOLEAN", "unsigned"],
  ["(MACH_MSG_TYPE_REAL, 32)", "float"],
  ["(MACH_MSG_TYPE_REAL, 64)", "double"],
] as const;

const RIGHTS = [
  "MACH_MSG_TYPE_COPY_SEND",
  "MACH_MSG_TYPE_MAKE_SEND",
  "MACH_MSG_TYPE_MOVE_SEND",
  "MACH_MSG_TYPE_MAKE_SEND_ONCE",
  "MACH_MSG_TYPE_MOVE_RECEIVE",
  "MACH_MSG_TYPE_PORT_SEND",
  "polymorphic",
];

/** Mixed case: mig compares keywords without it. */
function keyword(random: Random, word: string): string {
  if (!random.once(4)) return word;
  return random.once(2) ? word.toUpperCase() : (word[0] ?? "").toUpperCase() + word.slice(1);
}

export function randomDefs(random: Random, { mach }: DefsChoice): RandomDefs {
  const draft: Draft = { random, types: [], text: [], c: [] };
  const base = random.below(9000);
  draft.text.push(`${keyword(random, "subsystem")} sub${base} ${base};`);
  draft.text.push("type mach_port_t = MACH_MSG_TYPE_COPY_SEND;", "type kern_return_t = int;");
  for (const name of ["char", "short", "int"]) draft.types.push({ name, kind: "scalar" });
  if (mach) draft.types.push({ name: "mach_port_t", kind: "port" });
  const makers = mach ? [...PLAIN_MAKERS, ...MACH_MAKERS] : PLAIN_MAKERS;
  for (let n = 4 + random.below(10); n > 0; n--) random.pick(makers)(draft, `t${draft.types.length}`);
  for (let n = 1 + random.below(5); n > 0; n--) {
    if (random.once(5)) draft.text.push(`skip${random.once(2) ? ` ${random.below(5)}` : ""};`);
    draft.text.push(routine(draft, `r${n}`, mach));
  }
  return { text: `${draft.text.join("\n")}\n`, declarations: draft.c.join("\n") };
}

type Maker = (draft: Draft, name: string) => void;

function add(
  { types, text, c }: Draft,
  kind: Declared["kind"],
  name: string,
  spec: string,
  declaration: string,
) {
  types.push({ name, kind });
  text.push(`type ${name} = ${spec};`);
  c.push(`typedef ${declaration};`);
}

const some = ({ random, types }: Draft, ...kinds: Declared["kind"][]) =>
  random.pick(types.filter(({ kind }) => kinds.includes(kind))).name;

const PLAIN_MAKERS: readonly Maker[] = [
  (draft, name) => {
    const [spec, c] = draft.random.pick(SCALARS);
    add(draft, "scalar", name, spec, `${c} ${name}`);
  },
  (draft, name) => {
    const old = some(draft, "scalar", "fixed");
    add(draft, "fixed", name, old, `${old} ${name}`);
  },
  (draft, name) => {
    const count = 1 + draft.random.below(9);
    const old = some(draft, "scalar", "fixed");
    const [a, b] = [count, draft.random.once(3) ? 2 : 1];
    const spec = b === 1 ? `array[${a}] of ${old}` : `array[${a} * ${b}] of ${old}`;
    add(draft, "fixed", name, spec, `${old} ${name}[${a * b}]`);
  },
  (draft, name) => {
    const count = 1 + draft.random.below(9);
    const old = some(draft, "scalar", "fixed");
    add(draft, "fixed", name, `struct[${count}] of ${old}`, `struct { ${old} value[${count}]; } ${name}`);
  },
  (draft, name) => {
    const members = Array.from(
      { length: 1 + draft.random.below(5) },
      (_, index) => `${some(draft, "scalar", "fixed")} m${index};`,
    ).join(" ");
    add(draft, "fixed", name, `struct { ${members} }`, `struct { ${members} } ${name}`);
  },
  (draft, name) => {
    const count = 2 + draft.random.below(60);
    const isFixed = draft.random.once(2);
    add(draft, "string", name, `c_string[${isFixed ? "" : "*:"}${count}]`, `char ${name}[${count}]`);
  },
  (draft, name) => {
    const old = some(draft, "scalar", "fixed");
    const count = 1 + draft.random.below(40);
    add(draft, "variable", name, `array[*:${count}] of ${old}`, `${old} ${name}[${count}]`);
  },
];

const MACH_MAKERS: readonly Maker[] = [
  (draft, name) => add(draft, "port", name, draft.random.pick(RIGHTS), `port_value ${name}`),
  (draft, name) => {
    const old = some(draft, "scalar", "fixed", "port");
    const element =
      old === "mach_port_t" || draft.types.find((type) => type.name === old)?.kind === "port"
        ? "port_value"
        : old;
    add(draft, "variable", name, "array[] of ".concat(old), `${element} *${name}`);
  },
  (draft, name) => {
    const old = some(draft, "scalar", "fixed", "port");
    add(draft, "out of line", name, `^array[] of ${old}`, `void *${name}`);
  },
  (draft, name) => add(draft, "scalar", name, "MACH_MSG_TYPE_PORT_NAME", `unsigned ${name}`),
];

function routine(draft: Draft, name: string, mach: boolean): string {
  const { random, types } = draft;
  const simple = random.once(4);
  const parts = ["server : mach_port_t"];
  for (let n = random.below(7); n > 0; n--) {
    const { name: type, kind } = random.pick(types);
    const direction = simple ? random.pick(["", "in "]) : random.pick(["", "in ", "out ", "inout "]);
    const isInLine = kind === "variable" || (kind === "string" && direction === "inout ");
    const safe = direction === "inout " && isInLine ? "out " : direction;
    const flag = mach ? flagOf(random, kind, safe) : "";
    parts.push(`${safe === "" ? "" : `${keyword(random, safe.trim())} `}a${n} : ${type}${flag}`);
  }
  return `${simple ? "simpleroutine" : keyword(random, "routine")} ${name}(\n\t${parts.join(";\n\t")});`;
}

function flagOf(random: Random, kind: Declared["kind"], direction: string): string {
  if (kind === "out of line" && random.once(3)) return ", dealloc";
  if (kind === "variable" && direction === "out " && random.once(3)) return ", CountInOut";
  if (kind === "fixed" && random.once(9)) return ", IsLong";
  return "";
}

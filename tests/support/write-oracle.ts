/**
 * Units of many functions, each writing a guarded member (or a neighbour) in a way that is put together at random, woven,
 * compiled and run: where a function changed a term, a guard must have fired in it, or it must have been told.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseInProcess } from "../../weaver-bridge/clang-ast/src/index.js";
import {
  aliasWarnings,
  GUARD_FACTS,
  guardProblems,
  guardSites,
  readGuards,
  weaveGuards,
} from "../../weaver-bridge/guards/index.js";

/** A guarded type with its ways: `write-ways/HEAD.h` declares it, `NAME.txt` has a way on each line. */
interface Guarded {
  readonly head: string;
  readonly type: string;
  readonly guard: string;
  /** Where the object is not `M`, and functions get what it lies in. */
  readonly within?: { readonly type: string; readonly given: string; readonly object: string };
  /** Pointers to the object of the name `M`, or to what it lies in; `c` is a parameter. */
  readonly pointers: readonly string[];
  /** C that gives `M` its values. */
  readonly fill: string;
  /** Members that are no terms. */
  readonly beside: readonly string[];
  /** Ways of another type, whose object is this member: `.locks[one]`. */
  readonly member?: { readonly ways: string; readonly path: string; readonly declares: string };
  /** Functions beside the ways that are told of what they hand on, by a text of the ways that use them. */
  readonly tellers?: Readonly<Record<string, string>>;
  /** Bytes that lie behind the object, and are its own: of a last member without a size. */
  readonly room?: number;
}

const LOCK = {
  head: "lock",
  type: "struct lock",
  guard: "optimistic guard struct lock { on, list, low, high, in } protects fast;",
  pointers: ["c", "m", "find(c)", "(&M)", "o->to", "(&c[zero])", "(one ? c : m)", "((struct lock *)c)"],
  fill: "M = (struct lock){ .before = 1, .on = 70, .after = 2, .list = { 71, 72, 73, 74 }, .low = 16, .high = 33, .in = { 75, 76 } };",
  beside: ["before", "after", "last"],
} as const;

export const GUARDED = {
  lock: LOCK,
  /** Those of the goal: the first {@link CERTAIN_OF_FORTY} are to be certain, the rest possible or told. */
  forty: LOCK,
  object: {
    head: "object",
    type: "obj_t",
    guard:
      "optimistic guard obj_t { x, y, u1, slots, grid, hook, inner, own, name, wide, yes, text, e, vol } protects fast;",
    pointers: ["c", "m", "(&M)", "(&c[zero])", "(one ? c : m)"],
    fill: 'memset(&M, 17, sizeof M); M.yes = 1; M.own = &ind; M.hook = 0; M.text[7] = 0; M.name = "n"; ind = 1;',
    beside: ["id"],
  },
  /** The object lies in others, and the ways write these. */
  held: {
    head: "held",
    type: "struct lock",
    within: { type: "struct held", given: "&B.held", object: "B.held.lock" },
    guard: "optimistic guard struct lock { on, list, low, high, yes, in, at } protects fast;",
    pointers: ["c", "w", "(&b->held)", "(&B.held)", "(&c[zero])", "heldof(&c->lock)", "(one ? c : w)"],
    fill: "memset(&B, 17, sizeof B); B.held.lock.yes = 1; B.held.lock.on = 70;",
    beside: ["before"],
  },
  /** What newer C and GNU C have: atomics, `_Generic`, unions without names, cleanup, `va_arg`, containers. */
  device: {
    head: "device",
    type: "struct dev",
    guard:
      "optimistic guard struct dev { on, at, flag, count, name, lo, hi, op, pair, ready, bits, ratio } protects fast;",
    pointers: ["c", "m", "(&M)", "(&c[zero])", "(one ? c : m)"],
    fill: "memset(&M, 17, sizeof M); M.ready = 0; M.name[2] = 0; M.on = 70; M.op = 0; M.link.next = &M.link; M.pair[1].b = 99; M.ratio = 1.25;",
    beside: ["before", "after", "data", "past[0]", "past[1]"],
  },
  /** Arrays of structures with arrays, unions in unions, bit-fields, a last member without a size, tables of functions. */
  parts: {
    head: "parts",
    type: "struct table",
    within: { type: "struct table", given: "&U.t", object: "U.t" },
    guard:
      "optimistic guard struct table { parts, matrix, one, un, bits, flags, cb, big, row, n, tail } protects fast;",
    pointers: ["c", "m", "(&M)", "(&c[zero])", "(one ? c : m)", "tableof()", "s->at[one]", "S.in[one].t"],
    fill: "memset(&U, 17, sizeof U); U.t.row = &R; U.t.un.w.b[3] = 0; U.t.cb[1] = 0;",
    beside: ["id", "total", ...Array.from({ length: 8 }, (_, index) => `label[${index}]`)],
    room: 16,
    tellers: { "leafof(": "leafof", "yof(": "yof", "where(": "wherep", "each(": "each" },
  },
  /** Each way of a lock, where the whole lock is an element of a term. */
  locker: {
    head: "lock",
    type: "struct locker",
    within: { type: "struct locker", given: "&L", object: "L" },
    guard: "optimistic guard struct locker { locks } protects fast;",
    pointers: ["c", "keeper", "(&L)", "(&c[zero])", "(one ? c : keeper)"],
    fill: "memset(&L, 17, sizeof L); L.locks[1].on = 70;",
    beside: ["id", "end"],
    member: {
      ways: "lock",
      path: "locks[one]",
      declares:
        "struct locker { int id; struct lock locks[3]; int end; }; static struct locker L, *keeper = &L;\n",
    },
  },
} as const satisfies Record<string, Guarded>;

export const CERTAIN_OF_FORTY = 30;

/** How the woven unit is compiled. */
export interface Compiled {
  readonly compiler: string;
  readonly level: "-O1" | "-O2";
}
const GCC: Compiled = { compiler: "gcc", level: "-O1" };

const VALUES = ["V0", "get(V0)", "(V0 + zero)", "one * V0"];

export interface OracleResult {
  readonly written: number;
  readonly fired: number;
  /** Of these by a site that is certain, and not told otherwise. */
  readonly certain: number;
  readonly told: number;
  /** What was guarded as possible, or told, as C. */
  readonly unsure: readonly string[];
  /** What was neither, as C. */
  readonly missed: readonly string[];
}

export function waysOf(name: keyof typeof GUARDED): string[] {
  const { member }: Guarded = GUARDED[name];
  return textOf(`${member?.ways ?? name}.txt`)
    .trim()
    .split("\n");
}

const textOf = (file: string) =>
  readFileSync(fileURLToPath(new URL(`write-ways/${file}`, import.meta.url)), "utf8");

/** `random` gives numbers from 0 up to 1. Where there are not fewer functions than ways, the first ones have each. */
export function runWriteOracle(
  name: keyof typeof GUARDED,
  functions: number,
  random: () => number,
  compiled = GCC,
): OracleResult {
  const guarded: Guarded = GUARDED[name];
  const ways = waysOf(name);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const bodies = Array.from({ length: functions }, (_, index) => {
    const value = pick(VALUES).replace("V0", String(1 + Math.floor(random() * 15)));
    const way = functions >= ways.length && index < ways.length ? (ways[index] as string) : pick(ways);
    const pointer = pick(guarded.pointers);
    const { path } = guarded.member ?? {};
    const whole = path === undefined ? pointer : `(&${pointer}->${path})`;
    const named =
      path === undefined || random() < 0.5 ? way : way.replace(/\bP->/g, () => `${pointer}->${path}.`);
    const text = named.replace(/\bP\b/g, () => whole).replace(/\bV\b/g, () => `(${value})`);
    return pick([
      "S",
      "if (one) { S }",
      "for (int i = 0; i < 1; i++) { S }",
      "do { S } while (zero);",
    ]).replace("S", () => text);
  });
  const functionsText = bodies
    .map((body, index) => `static void f${index}(PARAMETERS) { ${body} }\n`)
    .join("");
  const folder = mkdtempSync(join(tmpdir(), "weft-write-oracle-"));
  try {
    const head = `struct outer;\n#define PARAMETERS ${guarded.within?.type ?? guarded.type} *c, struct outer *o\n${textOf(`${guarded.head}.h`)}${guarded.member?.declares ?? ""}`;
    writeFileSync(join(folder, "a.c"), head + functionsText);
    const text = execFileSync(compiled.compiler, ["-m32", "-E", "a.c"], {
      ...{ cwd: folder, encoding: "latin1", timeout: 60_000, maxBuffer: 1 << 26 },
    });
    const { woven, told, tellers } = guard(text, guarded.guard);
    for (const [index, body] of bodies.entries())
      for (const [used, teller] of Object.entries(guarded.tellers ?? {}))
        if (body.includes(used) && tellers.has(teller)) told.add(`f${index}`);
    const seen = run(folder, woven, guarded, { ...compiled, functions });
    const changed = seen.map(([isChanged]) => isChanged);
    const fired = seen.map(([isChanged, hits]) => isChanged && hits > 0);
    return {
      written: changed.filter(Boolean).length,
      fired: fired.filter(Boolean).length,
      certain: fired.filter((is, index) => is && !told.has(`f${index}`)).length,
      told: changed.filter((is, index) => is && !fired[index] && told.has(`f${index}`)).length,
      unsure: bodies.filter((_, index) => changed[index] === true && told.has(`f${index}`)),
      missed: bodies.filter(
        (_, index) => changed[index] === true && fired[index] !== true && !told.has(`f${index}`),
      ),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a build makes of a unit, and the functions of which it says something. */
function guard(text: string, declaration: string) {
  const facts = parseInProcess(text, {
    ...{ language: "c", arguments: ["-m32"], fileName: "a.c" },
    wanted: GUARD_FACTS,
  });
  const error = facts.diagnostics.find(({ severity }) => severity !== "warning");
  if (error !== undefined)
    throw new Error(`${error.message}: ${text.slice(error.offset - 60, error.offset + 60)}`);
  const guards = readGuards(declaration).guards.map((one) => ({ ...one, isCounted: true }));
  const sites = guardSites(facts, text, guards);
  const aliases = aliasWarnings(facts, text, guards);
  const problems = guardProblems(facts, guards, sites, aliases);
  const functionAt = (offset: number) => {
    const start = text.lastIndexOf("static void f", offset);
    return /^static void (f\d+)\(/.exec(text.slice(start, start + 40))?.[1];
  };
  return {
    woven: weaveGuards(text, sites),
    tellers: new Set(aliases.flatMap(({ harmless, within }) => (harmless === undefined ? [within] : []))),
    told: new Set([
      ...sites.filter(({ certainty }) => certainty === "possible").map(({ within }) => within),
      ...problems.map(({ range }) => functionAt(range.start)),
    ]),
  };
}

/** Of each function: whether it changed a term, and how many guards fired. */
function run(
  folder: string,
  woven: string,
  { type, guard: declaration, fill, beside, within, room = 0 }: Guarded,
  { compiler, level, functions }: Compiled & { readonly functions: number },
): (readonly [boolean, number])[] {
  const calls = Array.from({ length: functions }, (_, index) => `f${index}`).join(", ");
  const subject = type.replace("struct ", "");
  const plain = (one: string) => beside.map((member) => `${one}.object.${member} = 0;`).join(" ");
  const { type: parameter, given, object } = within ?? { type, given: "&M", object: "M" };
  const outer =
    within === undefined && declaration.includes("struct lock ") ? "struct outer o = { .to = &M }" : "int o";
  const main = `
void *weft_object_fast_${subject} = &${object}; int weft_writing_${subject}, hits;
__asm__(".pushsection .text\\n.globl weft_hit_fast\\nweft_hit_fast: incl hits\\nret\\n.popsection");
static void (*const all[])(${parameter} *, struct outer *) = { ${calls} };
int main(void) {
	for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
		${outer};
		union { ${type} object; char bytes[sizeof(${type}) + ${room}]; } before, after;
		${fill}
		memcpy(&before, &${object}, sizeof before); ${plain("before")} hits = 0;
		all[i](${given}, (void *)&o);
		memcpy(&after, &${object}, sizeof after); ${plain("after")}
		printf("%d %d\\n", __builtin_memcmp(&before, &after, sizeof after) != 0, hits);
		if (weft_writing_${subject} != 0) return 1;
	}
	return 0;
}
`;
  writeFileSync(join(folder, "b.c"), woven + main, "latin1");
  const words = ["-m32", level, "-fno-strict-aliasing", "-w", "-fno-pie", "-no-pie", "b.c", "-o", "b"];
  execFileSync(compiler, words, { cwd: folder, timeout: 120_000 });
  const said = execFileSync(join(folder, "b"), { encoding: "utf8", timeout: 30_000 });
  return said
    .trim()
    .split("\n")
    .map((line) => {
      const [changed, hits = 0] = line.split(" ").map(Number);
      return [changed === 1, hits] as const;
    });
}

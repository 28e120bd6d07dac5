/**
 * No second opinion: what the index says about a project is what the matcher says about its units, one by one, put
 * together. For many random pointcuts over the names of a real kernel, and over units made to disagree.
 */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseInProcess } from "../../clang-ast/src/index.js";
import {
  loadProject,
  parseArguments,
  parseCompilerCommand,
  preprocess,
  projectCommands,
  unitLanguage,
} from "../../kernel-build/index.js";
import type { UnitFacts, WantedFacts } from "../../model/index.js";
import { filterOf, matchPointcut, parseAspectFile, parsePointcut } from "../../pointcut/index.js";
import { joinPointNamer } from "../../weaver/index.js";
import { createMemoryIndex, type MemoryIndex } from "../memory/memory-index.js";
import type { IndexedUnit } from "../protocol/index-protocol.js";
import { createSettledStamps, readUnit, startUnit } from "../reading/read-unit.js";
import { allSteps } from "../steps.js";
import { effects } from "./effects.js";
import { mergeFacts } from "./merged-facts.js";
import { search } from "./search.js";
import { unitsMeeting } from "./touched-units.js";

interface WholeUnit {
  readonly directory: string;
  readonly facts: UnitFacts;
}

async function readWhole({ directory, argv }: IndexedUnit, wanted: WantedFacts = {}): Promise<WholeUnit> {
  const command = parseCompilerCommand(argv, directory);
  const input = command.inputs.find((candidate) => unitLanguage(candidate) === "c");
  if (input === undefined) throw new Error(`no C unit in ${argv.join(" ")}`);
  const text = await preprocess(command, input);
  if (!text.ok) throw new Error(text.diagnostics);
  const options = {
    language: "c",
    arguments: parseArguments(command, input),
    fileName: input.path,
    wanted,
  } as const;
  return { directory, facts: parseInProcess(text.text, options) };
}

async function indexOf(units: readonly IndexedUnit[]): Promise<MemoryIndex> {
  const index = createMemoryIndex();
  for (const unit of units) await readUnit(startUnit(unit), index, createSettledStamps(), () => undefined);
  return index;
}

const print = (
  kind: string,
  signature: string,
  within: string,
  range: { file: string; startLine: number; startColumn: number; endLine: number; endColumn: number },
) =>
  `${range.file}:${range.startLine}:${range.startColumn}-${range.endLine}:${range.endColumn} ${kind} ${signature} in ${within}`;

function fromUnits(units: readonly WholeUnit[], text: string): string[] {
  const { value: expression } = parsePointcut(text);
  const found = units.flatMap(({ directory, facts }) => {
    const name = joinPointNamer(facts);
    return matchPointcut(expression, facts).shadows.map(({ shadow }) => {
      const { kind, signature, within, range } = name(shadow);
      return print(kind, signature, within, { ...range, file: resolve(directory, range.file) });
    });
  });
  return [...new Set(found)].sort();
}

function fromIndex(index: MemoryIndex, text: string): string[] {
  const { value: expression } = parsePointcut(text);
  const question = { expression, aspects: [], limit: 1e6 };
  const parts = mergeFacts(index);
  const { hits } = search(parts, index, question);
  // From functions that use the names, or from all.
  for (const part of parts) expect(part.facts.shadows.length).toBeGreaterThan(0);
  expect(search(parts, index, question).hits).toEqual(hits);
  // Put in order by themselves, or found in the order of everything.
  expect(search(parts, index, question, -1).hits).toEqual(hits);
  return hits.map(({ kind, signature, within, range }) => print(kind, signature, within, range)).sort();
}

/** Pointcuts over names of the units: functions, fields and files, with wildcards, types, places and connectives. */
function pointcuts(units: readonly WholeUnit[]): fc.Arbitrary<string> {
  const entities = units.flatMap(({ facts }) => facts.entities);
  const named = (kind: string) => [
    ...new Set(
      entities.flatMap((entity) => (entity.kind === kind ? [[...entity.scope, entity.name].join("::")] : [])),
    ),
  ];
  const files = [...new Set(units.flatMap(({ facts }) => facts.lineMap.files))];
  const types = ["int", "void", "unsigned int", "%", "char *", "struct % *", "const % *"];
  const wild = (name: string, cut: number) =>
    cut % 3 === 0 ? name : `${name.slice(0, Math.max(1, cut % (name.length + 1)))}%`.replace(/:+%$/, "::%");
  const pick = (names: readonly string[], fallback: string) =>
    fc
      .tuple(fc.constantFrom(...(names.length > 0 ? names : [fallback])), fc.nat(40))
      .map(([name, cut]) => wild(name, cut));
  const functions = pick(named("function"), "f").map((name) => `"% ${name}(...)"`);
  const variables = fc
    .oneof(pick(named("field"), "s::f"), pick(named("variable"), "v"))
    .map((name) => `"% ${name}"`);
  const places = fc.constantFrom(...files).map((file) => `file("${file}")`);
  const join = fc.oneof(
    fc.tuple(fc.constantFrom("call", "execution"), fc.oneof(functions, places)),
    fc.tuple(fc.constantFrom("get", "set", "ref", "access"), fc.oneof(variables, places)),
  );
  const simple = fc.oneof(
    join.map(([name, of]) => `${name}(${of})`),
    functions.map((of) => `within(${of})`),
    fc.constantFrom(...types).map((type) => `result("${type}")`),
    fc.constantFrom(...types).map((type) => `args("${type}", ...)`),
    fc.constantFrom(...types).map((type) => `args("${type}")`),
  );
  return fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      simple,
      fc.tuple(tie("tree"), tie("tree")).map(([a, b]) => `(${a} && ${b})`),
      fc.tuple(tie("tree"), tie("tree")).map(([a, b]) => `(${a} || ${b})`),
      tie("tree").map((a) => `!(${a})`),
    ),
  })).tree;
}

async function holds(units: readonly IndexedUnit[], runs: number): Promise<void> {
  const [whole, index] = [await Promise.all(units.map((unit) => readWhole(unit))), await indexOf(units)];
  expect([...index.units.values()].filter(({ status }) => status !== "read")).toEqual([]);
  let met = 0;
  fc.assert(
    fc.property(pointcuts(whole), (text) => {
      const expected = fromUnits(whole, text);
      if (expected.length > 0) met++;
      expect(fromIndex(index, text), text).toEqual(expected);
    }),
    { numRuns: runs },
  );
  expect(met).toBeGreaterThan(runs / 4);
}

function unitsOfMiniUnix(): IndexedUnit[] {
  const root = join(dirname(fileURLToPath(import.meta.url)), "../../../sample-projects/mini-unix");
  const project = loadProject(root).value;
  if (project === undefined) throw new Error("mini-unix is broken");
  return projectCommands(project).value.map(({ directory, file, arguments: argv }) => ({
    path: resolve(directory, file),
    directory,
    argv,
  }));
}

test("pointcuts over mini-unix select what the matcher selects unit by unit", {
  timeout: 300_000,
}, async () => {
  await holds(unitsOfMiniUnix(), 150);
});

test("what bodies don't keep is all in the units that are named for it, and these are not all units", {
  timeout: 300_000,
}, async () => {
  const units = unitsOfMiniUnix();
  const detailed = await Promise.all(units.map((unit) => readWhole(unit, { builtins: true, locals: true })));
  const index = await indexOf(units);
  const parts = mergeFacts(index);
  let met = 0;
  let narrowed = 0;
  const asking = fc.constantFrom(
    'builtin("% operator %(...)")',
    'builtin("% operator =(...)")',
    'local("int", "n")',
  );
  fc.assert(
    fc.property(asking, pointcuts(detailed), (detail, rest) => {
      const text = `${detail} && ${rest}`;
      const { value: expression } = parsePointcut(text);
      const named = new Set(unitsMeeting(parts, index, filterOf(expression)));
      if (named.size < units.length) narrowed++;
      const expected = fromUnits(detailed, text);
      if (expected.length > 0) met++;
      const those = detailed.filter((_, at) => named.has(units[at]?.path ?? ""));
      expect(fromUnits(those, text), text).toEqual(expected);
    }),
    { numRuns: 150 },
  );
  expect([met > 10, narrowed > 10]).toEqual([true, true]);
});

const folder = mkdtempSync(join(tmpdir(), "weft index ü "));
const unitsOf = (files: Readonly<Record<string, string>>): IndexedUnit[] => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return Object.keys(files)
    .filter((name) => name.endsWith(".c"))
    .map((name) => ({ path: join(folder, name), directory: folder, argv: ["gcc", "-m32", "-c", name] }));
};

test("units that mean different things by one header are told apart", async () => {
  const units = unitsOf({
    "list.h": `
struct list { int n; struct list *next; };
int length(struct list *l);
extern int limit;
static inline int twice(struct list *l) { return length(l) + l->n + limit; }
static inline int plain(unsigned char c) { return c; }
#ifdef WIDE
typedef long id;
#else
typedef int id;
#endif
struct owner { id who; };
static inline id who(struct owner *o) { return o->who; }
`,
    // Defines what the header only declares.
    "one.c":
      '#include "list.h"\nint limit;\nint length(struct list *l) { return twice(l); }\nstatic int only(void) { return plain(3); }\nint use(void) { return only(); }\n',
    "two.c":
      '#include "list.h"\nint twice_two(struct list *l) { return twice(l) + plain(1); }\nstatic int only(int a) { return a; }\nint use2(void) { return only(1); }\n',
    // The same text of `who`, another type.
    "wide.c": '#define WIDE\n#include "list.h"\nlong w(struct owner *o) { return who(o); }\n',
  });
  await holds(units, 300);
});

test("declarations that no function needs are not missed", async () => {
  const header = `
struct later;
struct unused { struct inner { int depth; } in; struct hidden_first *p; };
typedef unsigned int u32;
typedef struct { int x; struct later *l; } anonymous_t;
enum { RED = 1, GREEN = RED + 1 };
enum colour { BLUE = GREEN };
int takes(struct hidden_first *h);
u32 (parenthesised)(u32 a);
extern int (*pointer_table[GREEN])(struct later *l);
void (*returns_pointer(int n, void (*given)(int)))(int);
struct hidden_first { int f; struct chain *next; };
struct chain { struct hidden_first *up; int links[sizeof(struct inner)]; struct { u32 deep:3, flat; } ; };
struct later { struct chain *c; int (*op)(struct later *self, enum colour how); };
extern __typeof__(takes) takes_too;
extern anonymous_t anonymous, *anonymous_pointer;
static const struct later table[] = { { .c = 0, .op = 0 }, [1 ... GREEN] = { .op = 0 } };
struct __attribute__((packed)) packed { char a; struct deep_down { int d; } *down; };
_Static_assert(sizeof(struct packed) > 1, "packed");
static inline int known(struct later *l) { return l->c->up->f; }
`;
  const units = unitsOf({
    "needs.h": header,
    "m1.c": '#include "needs.h"\nint one(struct later *l) { return known(l) + l->c->up->next->flat; }\n',
    "m2.c":
      '#include "needs.h"\nint two(void) { returns_pointer(1, 0)(2); return parenthesised(RED) + takes(0) + takes_too(0); }\n',
    "m3.c":
      '#include "needs.h"\nint three(struct packed *p) { struct deep_down d = *p->down; return d.d + anonymous.l->op(0, BLUE); }\n',
    "m4.c":
      '#include "needs.h"\nint four(int i) { return (*pointer_table[i])(table + i) + anonymous_pointer->x; }\n',
    "m5.c":
      '#include "needs.h"\nint five(struct unused *u) { return u->in.depth + __builtin_offsetof(struct chain, flat); }\n',
    // Nothing names the type of what is copied.
    "m7.c": '#include "needs.h"\nvoid seven(struct packed *p) { *p->down = *p->down; }\n',
  });
  await holds(units, 300);
});

test("an edit of a header and its units leaves nothing of what they were", async () => {
  const files = {
    "edit.h": "struct s { int a; };\nstatic inline int get_a(struct s *p) { return p->a; }\n",
    "x.c": '#include "edit.h"\nint x(struct s *p) { return get_a(p); }\n',
    "y.c": '#include "edit.h"\nint y(struct s *p) { return get_a(p) + p->a; }\n',
  };
  const units = unitsOf(files);
  const index = await indexOf(units);
  expect(fromIndex(index, 'get("% s::a")')).toHaveLength(2);
  writeFileSync(join(folder, "edit.h"), `\n${files["edit.h"].replace("p->a;", "p->a + p->a;")}`);
  const [first, second] = units as [IndexedUnit, IndexedUnit];
  await readUnit(startUnit(first), index, createSettledStamps(), () => undefined);
  // What the other unit saw of the header is old: it is not told any more, although that unit is not read again yet.
  expect(fromIndex(index, 'get("% s::a")').map((line) => line.replace(/.*\//, "").split(" ")[0])).toEqual([
    "edit.h:3:47-3:51",
    "edit.h:3:54-3:58",
    "y.c:2:40-2:44",
  ]);
  await readUnit(startUnit(second), index, createSettledStamps(), () => undefined);
  const again = await indexOf(units);
  for (const text of ['execution("% %(...)")', 'call("% %(...)")', 'access("% s::%")'])
    expect(fromIndex(index, text)).toEqual(fromIndex(again, text));
  expect(readFileSync(join(folder, "edit.h"), "utf8")).toContain("p->a + p->a");
});

test("advice on what bodies don't keep has those units analysed that can have it", async () => {
  const units = unitsOf({
    "plus.h": "static inline int plus(int a, int b) { return a + b; }\n",
    "p.c": '#include "plus.h"\nint p(int n) { return plus(n, 1) - 1; }\n',
    "q.c": '#include "plus.h"\nint q(int n) { return n + n; }\n',
    "r.c": "int r(int n) { return n + n; }\n",
  });
  const index = await indexOf(units);
  const incomplete = (aspect: string) => {
    const question = { aspects: [parseAspectFile("a.ah", `aspect A { ${aspect} };`)], covered: [] };
    return allSteps(effects(mergeFacts(index), index, question)).incomplete.map((path) => path.slice(-3));
  };
  const advice = (pointcut: string) => `advice ${pointcut} : before() {}`;
  const add = 'builtin("% operator +(...)")';
  expect(incomplete(advice(add))).toEqual(["p.c", "q.c", "r.c"]);
  expect(incomplete(advice(`${add} && within("% q(...)")`))).toEqual(["q.c"]);
  expect(incomplete(advice(`${add} && within("% plus(...)")`))).toEqual(["p.c"]);
  expect(incomplete(advice('execution("% r(...)") && local("int", "n")'))).toEqual(["r.c"]);
  // What other advice selects is no reason.
  expect(
    incomplete(`${advice('execution("% %(...)")')} ${advice('execution("% r(...)") && local("int", "n")')}`),
  ).toEqual(["r.c"]);
  expect(incomplete(`pointcut adding() = ${add}; ${advice('adding() && within("% p(...)")')}`)).toEqual([
    "p.c",
  ]);
  expect(incomplete(advice('execution("% r(...)")'))).toEqual([]);
});

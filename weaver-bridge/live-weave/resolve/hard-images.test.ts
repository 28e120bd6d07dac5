/** Debug information in all the forms that compilers and linkers give it, and code that it says little of. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { CLANG } from "../../../tests/support/compilers.js";
import { compile, run } from "../../../tests/support/object-code/compile.js";
import {
  ACCESSES,
  compiled,
  EXECUTIONS,
  LEVELS,
  resolved,
} from "../../../tests/support/object-code/resolved-object.js";
import { readElf } from "../../object-code/index.js";
import { parsePointcut } from "../../pointcut/index.js";
import { openImageCode, resolveInImage, typelessUnits, whyNoCode } from "./index.js";

test.each(LEVELS)("constants in an index are part of the place, by %s", (options) => {
  const text = `struct lock { unsigned locked; char *name; unsigned pcs[10]; };
struct slock { unsigned l; struct lock lk; int pid; };
struct inode { unsigned dev, inum; int ref; struct slock lock; unsigned size; unsigned addrs[13]; };
unsigned source(unsigned);
unsigned bmap(struct inode *ip, unsigned bn) {
  unsigned a;
  if ((a = ip->addrs[bn]) == 0) ip->addrs[bn] = a = source(ip->dev);
  return a;
}`;
  const names = new Set(resolved(compiled(text, options), ACCESSES).map(({ name }) => name));
  expect([...names].sort()).toEqual(["get inode::addrs", "get inode::dev", "set inode::addrs"]);
});

test.each(LEVELS)("elements behind, before and in arrays behind pointers, by %s", (options) => {
  const text = `struct s { int a, b, c; };
struct h { struct s *v; int n; };
int at(struct h *h, int i) { return h->v[i].b; }
int less(struct s *p, int i) { return (p - i)->b; }
int minus(struct s *p, int i) { return p[-i].b; }
int before(struct s *p) { return p[-1].b; }
int chosen(struct s *p, struct s *q, int c) { return (c ? p : q)->b; }
int stepped(struct s *p) { p++; return p->b + 3; }
int searched(struct s *p) { int n = 0; while (p->b) { p++; n++; } return n; }`;
  const found = resolved(compiled(text, options), ACCESSES);
  for (const within of ["at", "less", "minus", "before", "chosen", "stepped", "searched"])
    expect(
      found.some((one) => one.within === within && one.name === "get s::b"),
      within,
    ).toBe(true);
  expect(new Set(found.map(({ name }) => name))).toEqual(new Set(["get s::b", "get h::v"]));
});

test.each(LEVELS)("arrays without an end are what lies behind a struct, by %s", (options) => {
  const text = `struct in { int x, y; unsigned short z[4]; };
struct s { int n; unsigned gen; struct in v[]; };
struct bytes { int n; char data[]; };
struct zero { int n; int v[0]; };
struct both { int n; union { struct { struct { } none; int v[]; }; long w[0]; }; };
struct older { int n; struct in v[1]; };
struct mark { int a; char mark[0]; int b; };
int elements(struct s *p, int i) { return p->v[i].y; }
int constant(struct s *p) { return p->v[2].z[1]; }
void last(struct s *p) { p->v[p->n - 1].x = 1; }
void byte(struct bytes *p) { p->data[p->n - 1] = 0; }
int numbers(struct zero *p, int i) { return p->v[i + 1]; }
int nested(struct both *p, int i) { return p->v[i]; }
int older(struct older *p) { return p->v[3].y; }
int array(struct mark *p, int i) { return p[i].b; }`;
  const found = resolved(compiled(text, options), ACCESSES, new Map([["sample.c", text]]));
  const names = found.map(({ name, within }) => `${name} ${within}`);
  expect([...new Set(names)].sort()).toEqual([
    "get both::v nested",
    "get bytes::n byte",
    "get in::y elements",
    "get in::y older",
    "get in::z constant",
    "get mark::b array",
    "get s::n last",
    "get zero::v numbers",
    "set bytes::data byte",
    "set in::x last",
  ]);
  expect(found.flatMap(({ entries }) => entries.flatMap(({ doubt = [] }) => doubt))).toEqual([]);
});

// Clang says nothing of what is only declared.
test.each(LEVELS.filter((level) => level.startsWith("gcc")))(
  "an array that is only declared has no end, by %s",
  (options) => {
    const text = `struct devsw { int (*read)(int); int (*write)(int); };
extern struct devsw devsw[];
extern int outside(int);
void set(void) { devsw[1].write = outside; }
int written(int i) { return devsw[i].write(3); }
int got(int i) { return devsw[i].read(3); }`;
    const found = resolved(compiled(text, options), ACCESSES);
    const names = found.map(({ name, within }) => `${name} ${within}`).filter((name) => name.includes("::"));
    expect(names.sort()).toEqual(["get devsw::read got", "get devsw::write written", "set devsw::write set"]);
  },
);

test.each(["gcc -O0", "gcc -O2", `${CLANG} -O2`])(
  "the source says which bits are meant, and which struct is around, by %s",
  (options) => {
    const text = `struct bits { unsigned a : 3, b : 5, c : 24; unsigned char d; };
struct list { struct list *next, *prev; };
struct task { int pid; struct list link; int prio; };
void assign(struct bits *f) { f->b = 5; }
unsigned wide(struct bits *f) { return f->c; }
int around(struct list *l) { return ((struct task *)((char *)l - __builtin_offsetof(struct task, link)))->pid; }`;
    const found = resolved(compiled(text, options), ACCESSES, new Map([["sample.c", text]]));
    const names = found.map(({ name, within }) => `${name} ${within}`);
    expect([...new Set(names)].sort()).toEqual([
      "get bits::c wide",
      "get task::pid around",
      "set bits::b assign",
    ]);
  },
);

const TREE = `struct node { struct node *next; int key; };
struct tree { struct node *root; int n; };
int key(struct tree *t) { t->n++; return t->root->key; }`;

test.each([
  "gcc -O2 -fdebug-types-section",
  "gcc -O2 -gdwarf-4 -fdebug-types-section",
  `${CLANG} -O2 -fdebug-types-section`,
  "gcc -O2 -gz=zlib-gnu",
  "gcc -O2 -gz=zlib",
])("accesses are found by %s", (options) => {
  const names = resolved(compiled(TREE, options), ACCESSES).map(({ name }) => name);
  expect(new Set(names)).toEqual(new Set(["get tree::root", "get node::key", "get tree::n", "set tree::n"]));
});

test("what is in another file is told", () => {
  expect(() => resolved(compiled(TREE, "gcc -O2 -gsplit-dwarf"), ACCESSES)).toThrow(
    "compile without -gsplit-dwarf",
  );
});

test.each(["gcc -O2 -g1", `${CLANG} -O2 -g1`, `${CLANG} -O2 -gline-tables-only`])(
  "units without types are told, and none that needs none, by %s",
  (options) => {
    const [compiler = "", ...rest] = options.split(" ");
    const unitsOf = (text: string, more: readonly string[]) => {
      const { bytes, remove } = compile(text, { compiler, options: [...more], linked: false });
      remove();
      return typelessUnits(openImageCode(readElf(bytes)).debug);
    };
    expect(unitsOf(TREE, rest)).toEqual([expect.stringMatching(/\.c$/)]);
    expect(unitsOf(TREE, ["-O2", "-g"])).toEqual([]);
    expect(unitsOf("void none(void) { }", ["-O2", "-g"])).toEqual([]);
  },
);

test("debug information that was put into another file is told with its name", () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-debuglink-"));
  try {
    writeFileSync(join(folder, "a.o"), compiled(TREE, "gcc -O2"));
    const run = (words: string) =>
      execFileSync("objcopy", words.split(" "), { cwd: folder, timeout: 60_000 });
    run("--only-keep-debug a.o kept.debug");
    run("--strip-debug --add-gnu-debuglink=kept.debug a.o b.o");
    const bytes = execFileSync("cat", ["b.o"], { cwd: folder });
    expect(() => openImageCode(readElf(bytes))).toThrow("put into another file, kept.debug:");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a struct that a unit only names is complete where another one says it", () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-units-"));
  try {
    writeFileSync(
      join(folder, "a.c"),
      "struct s { int a, b; }; extern struct s *gp; int r(void) { return gp->b; }",
    );
    writeFileSync(join(folder, "b.c"), "struct s; struct s *gp;");
    const run = (program: string, words: string) =>
      execFileSync(program, words.split(" "), { cwd: folder, timeout: 60_000 });
    run("gcc", "-m32 -O2 -fno-pic -ffreestanding -g -c b.c a.c");
    run("ld", "-m elf_i386 -r -o ab.o b.o a.o");
    const bytes = execFileSync("cat", ["ab.o"], { cwd: folder });
    expect(resolved(bytes, ACCESSES).map(({ name }) => name)).toContain("get s::b");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("equal functions are one code, and a function without a place has that of its symbol", () => {
  const text = `extern int outside(int);
static __attribute__((noinline)) int one(int x) { return outside(x * 3) + 7; }
static __attribute__((noinline)) int two(int x) { return outside(x * 3) + 7; }
int once(int n) { return one(n); }
int thrice(int n) { return two(n) + two(n + 1) + two(n + 2); }
struct S { int n, v[9]; };
int a(struct S *p) { int r = 0; for (int i = 0; i < 9; i++) r = r * 31 + p->v[i] * p->n; return r; }
int b(struct S *q) { int s = 0; for (int j = 0; j < 9; j++) s = s * 31 + q->v[j] * q->n; return s; }`;
  const found = resolved(compiled(text, "gcc -O2"), EXECUTIONS);
  const of = (name: string) => found.filter((one) => one.name === `execution ${name}`);
  expect(of("two").map(({ why }) => why)).toEqual([expect.stringContaining("found it equal to one")]);
  expect(of("one")[0]?.entries[0]?.doubt).toContain("found two equal to it");
  expect(of("b").flatMap(({ where }) => where)).toContain("b");
});

test("an equal function without a symbol is told where the other one is counted, and what it is", () => {
  const text = `extern int outside(int);
static __attribute__((noinline)) int one(int x, int unused) { return outside(x * 3) + 7; }
static __attribute__((noinline)) int two(int x, int unused) { return outside(x * 3) + 7; }
int once(int n) { return one(n, 1); }
int twice(int n) { return two(n, 1) + two(n + 1, 2); }`;
  const bytes = compiled(text, "gcc -O2");
  const sources = new Map([["sample.c", text]]);
  const found = resolved(bytes, EXECUTIONS, sources);
  const of = (name: string) => found.find((one) => one.name === `execution ${name}`);
  expect(of("one")?.where[0]).toMatch(/^one\./);
  expect(of("one")?.entries[0]?.doubt).toContain("found two equal to it");
  const image = openImageCode(readElf(bytes), undefined, () => text);
  expect(whyNoCode("two", () => true, image)).toContain("found it equal to one");
});

test.each(["gcc -O2", `${CLANG} -O2`])(
  "rounds of a function that calls itself last are told where it was inlined, by %s",
  (options) => {
    const text = `extern int outside(int);
static int sum(int n, int all) { return n == 0 ? all : sum(n - 1, all + outside(n)); }
int sums(int n) { return sum(n, 0); }
static inline int plain(int n) { return outside(n) + 1; }
int plains(int n) { return plain(n) + plain(n + 1); }`;
    const found = resolved(compiled(text, options), EXECUTIONS, new Map([["sample.c", text]]));
    const of = (name: string) => found.find((one) => one.name === `execution ${name}`)?.entries ?? [];
    expect(of("sum").map(({ isInlined }) => isInlined)).toEqual([true]);
    expect(of("sum")[0]?.doubt).toContain("the optimizer made a loop of that");
    expect(of("plain").flatMap(({ doubt = [] }) => doubt)).toEqual([]);
  },
);

test("copies are entered where control comes into them, or refused", () => {
  const text = `extern int outside(int); extern void stop(int) __attribute__((cold));
static inline __attribute__((always_inline)) int q(int x) { int r = 0; if (x > 1000) stop(x); for (int i = 0; i < x; i++) r += outside(i); return r; }
int m(int a) { if (a < 3) return q(a) + 1; return q(a * 2) + outside(3); }
int sink(int), idle(int), fill(const char *); static inline int in(int v) { return v > 3 ? v - 1 : v + 1; }
int chosen(int n) { switch (n) { case 1: return sink(2); case 5: return idle(3); case 9: return fill("x"); case 12: return 7; default: return in(n); } }`;
  const found = resolved(compiled(text, "gcc -O2"), EXECUTIONS);
  const of = (name: string) => found.find((one) => one.name === `execution ${name}`);
  expect(of("q")?.entries.map(({ isInlined }) => isInlined)).toEqual([true, true]);
  const { why = "", entries = [] } = of("in") ?? {};
  expect(entries.length === 0 ? why : "entered").toContain("control comes into it from chosen");
});

test("each member is meant by what is printed of it", () => {
  const types =
    "_BitInt(37)|unsigned _BitInt(65)|_Complex double|_Complex float|long double|unsigned long long|_Bool|" +
    "signed char|const char *|short|unsigned char";
  const members = types.split("|").map((type, index) => `${type} m${index};`);
  const text = `struct S { ${members.join(" ")} int v[3]; int (*f)(int, ...); };
void set(struct S *p, struct S *q) { ${members.map((_, index) => `p->m${index} = q->m${index};`).join(" ")} p->f(p->v[1]); }`;
  const image = openImageCode(readElf(compiled(text, `${CLANG} -std=c23 -O0`)));
  const ask = (match: string) => {
    const pointcut = parsePointcut(match);
    expect(pointcut.problems, match).toEqual([]);
    const { joinPoints } = resolveInImage(image, { pointcut: pointcut.value, text: match, files: [] });
    return joinPoints.map(({ joinPoint }) => joinPoint.signature);
  };
  const printed = new Set(ask('get("% S::%")'));
  expect(printed.size).toBe(members.length + 2);
  for (const signature of printed) expect(ask(`get("${signature}")`), signature).toContain(signature);
  // Clang before 22 tells of no width.
  const [told, untold] = [`_BitInt(37) S::m0`, `_BitInt S::m0`];
  expect([told, untold].filter((one) => printed.has(one))).toHaveLength(1);
  expect(ask('get("_BitInt S::%")')).toEqual(printed.has(untold) ? [untold] : []);
  expect(ask('get("_BitInt(37) S::%")')).toEqual(printed.has(told) ? [told] : []);
  expect(ask('get("_BitInt(%) S::%")')).toEqual([printed.has(told) ? told : untold]);
});

test("each line that the sources have has its account", () => {
  const text = `struct in { int pcs[3]; };
struct s { int a, b; struct in in; struct { int deep; }; };
extern struct s table[4];
extern void use(int, int *);
int three(struct s *p) {
  int r = p->a;
  r += 2 * p->a;
  r ^= p->a;
  return r;
}
void others(struct s *p, int i) {
  p->in.pcs[i] = table[i].deep;
  use(sizeof(p->b), p->in.pcs);
  if (0) p->b++;
}
static int unused(struct s *p) { return p->b; }
extern int elsewhere(struct s *p);
int calls(struct s *p) {
  return elsewhere(p) + table[1].a;
}
`;
  const image = openImageCode(readElf(compiled(text, "gcc -O2")), undefined, (file) =>
    file.endsWith("sample.c") ? text : undefined,
  );
  const pointcut = 'get("% ...::%") || set("% ...::%") || ref("% ...::%")';
  const question = { pointcut: parsePointcut(pointcut).value, text: pointcut, files: [] };
  const told = resolveInImage(image, { ...question, misses: true }).joinPoints.map(
    ({ joinPoint: { kind, signature, range }, account, why }) =>
      `${range.startLine} ${kind} ${/\w+::\w+/.exec(signature)?.[0]} ${account}${why === undefined ? "" : `: ${why}`}`,
  );
  const missed =
    "no instruction was found that does it: the optimizer folded it, the preprocessor left it out, or Weft missed it";
  const merged = "merged, as far as the code tells, into line 6, whose hook counts it";
  expect(told.sort()).toEqual([
    ...["12 get s::deep hooked", "12 set in::pcs hooked"],
    expect.stringMatching(/^13 ref in::pcs not-found: no instruction was found that computes the address/),
    ...[`14 get s::b not-found: ${missed}`, `14 set s::b not-found: ${missed}`],
    "19 get s::a hooked",
    ...["6 get s::a hooked", `7 get s::a shared: ${merged}`, `8 get s::a shared: ${merged}`],
  ]);
  const hooked = resolveInImage(image, question).joinPoints;
  expect(hooked.every(({ account }) => account === "hooked")).toBe(true);
});

test("a copy in a loop is counted each round, where some of its code was moved in front of the loop", () => {
  const text = `static inline unsigned char inb(unsigned short port) {
  unsigned char value;
  __asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
  return value;
}
void put(char c) {
  while (!(inb(0x3fd) & 0x20))
    ;
  __asm__ volatile("outb %0, %1" : : "a"(c), "Nd"((unsigned short)0x3f8));
}`;
  const [inb] = resolved(compiled(text, "gcc -O2"), 'execution("% inb(...)")');
  expect(inb?.entries).toHaveLength(1);
  // The instruction itself, and not the move of the port's number.
  const bytes = compiled(text, "gcc -O2");
  const elf = readElf(bytes, { inflate: inflateSync });
  const at = inb?.entries[0]?.address ?? 0;
  const section = elf.sectionAt(at);
  expect(section?.bytes[at - section.address]).toBe(0xec);
});

test("behind a call that does not come back the next copy does not go on", () => {
  const text = `_Noreturn void panic(const char *);
int make(const char *, int);
static int must(const char *path, int mode) {
  int made = make(path, mode);
  if (!made) panic(path);
  return made;
}
void put(int);
void all(void) { put(must("/a", 1)); put(must("/b", 2)); put(must("/c", 3)); put(must("/d", 4)); }`;
  const [must] = resolved(compiled(text, "gcc -O2"), 'execution("% must(...)")');
  expect(must?.entries.map(({ doubt }) => doubt)).toEqual([undefined, undefined, undefined, undefined]);
});

test.each(LEVELS)("what is taken from an index leads to no neighbour of a variable, by %s", (options) => {
  const text = `struct state { int unused[40]; };
struct state before = { { 1 } };
int (*handlers[16])(void) = { 0 };
struct row { int key, value; } rows[8] = { { 1, 1 } };
struct state after = { { 1 } };
int call(unsigned vector) { return vector - 32 < 16 && handlers[vector - 32] ? handlers[vector - 32]() : 0; }
int value(unsigned n) { return rows[n - 20].value; }
void put(unsigned n, int with) { rows[n + 30].key = with; }
int plain(unsigned n) { return before.unused[n] + after.unused[n]; }
void _start(void) { put(0, call(1) + value(2) + plain(3)); }
`;
  const [compiler, ...rest] = options.split(" ") as ["gcc", ...string[]];
  const noInline = ["-fno-inline", "-fno-ipa-cp", "-fno-pic", "-fdata-sections"];
  const { bytes, remove } = compile(text, { compiler, options: [...rest, ...noInline, "-g"], linked: true });
  remove();
  const image = openImageCode(readElf(bytes), undefined, (file) =>
    file.endsWith("sample.c") ? text : undefined,
  );
  const pointcut = 'get("% ...::%") || set("% ...::%") || get("% handlers")';
  const { joinPoints } = resolveInImage(image, {
    pointcut: parsePointcut(pointcut).value,
    text: pointcut,
    files: [],
  });
  const lines = joinPoints.map(
    ({ joinPoint: { kind, signature, range } }) =>
      `${range.startLine} ${kind} ${/\w+::\w+|handlers/.exec(signature)?.[0]}`,
  );
  expect([...new Set(lines)].sort()).toEqual([
    "6 get handlers",
    "7 get row::value",
    "8 set row::key",
    "9 get state::unused",
  ]);
});

test("static functions of one name and line are two, where the folders of their sources were mapped away", () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-mapped-"));
  try {
    for (const name of ["one", "two"]) {
      mkdirSync(join(folder, name));
      const text = `int ${name};\nstatic __attribute__((noinline)) void init(int n) { ${name} = n; }\nvoid go_${name}(int n) { init(n); }\n`;
      writeFileSync(join(folder, name, "main.c"), text);
      const cwd = join(folder, name);
      execFileSync("gcc", [..."-m32 -O2 -g -fno-pic -c main.c".split(" "), `-ffile-prefix-map=${cwd}=.`], {
        cwd,
      });
    }
    run(folder, "ld", "-m elf_i386 -r -o both.o one/main.o two/main.o".split(" "));
    const found = resolved(readFileSync(join(folder, "both.o")), 'execution("% init(...)")');
    expect(found.map(({ entries }) => entries.length)).toEqual([1, 1]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Each of these was another member's, or nobody's, with some of the compilers. */
test.each([...LEVELS, "gcc -O1", "gcc -O3", `${CLANG} -O1`])(
  "what a variable leads to decides where the code says nothing or two things, by %s",
  (options) => {
    const text = `struct part { unsigned char mode; int ref; };
struct other { int kind[12]; struct part size, pid; int ref[40]; };
struct big { int pid[2][3]; char name[5]; struct part part; int words[32]; };
int handed(void *data, int i) {
  int r = 1;
  struct other *t = data;
  t->ref[i] = 5;
  return r;
}
int cast(void *data) {
  int r = 1;
  if (((struct big *)data)->words[2] > 2)
    r ^= 5;
  return r;
}
int around(struct part *l) {
  int r = 1;
  if (((struct other *)((char *)l - __builtin_offsetof(struct other, pid)))->ref[3] > 2)
    r ^= 5;
  return r;
}
int stepped(struct part *p) {
  int r = 1;
  for (struct part *q = p; q < p + 3; q++)
    r += q->ref;
  return r;
}
int back(struct part *l, int i) {
  struct other *t = (struct other *)((char *)l - __builtin_offsetof(struct other, pid));
  return t->kind[i];
}
`;
    const sources = new Map([["sample.c", text]]);
    const found = resolved(compiled(text, options), ACCESSES, sources);
    const all = found.flatMap(({ name, within, entries }) =>
      entries.length > 0 ? [`${within}: ${name}`] : [],
    );
    expect([...new Set(all)].sort()).toEqual([
      "around: get other::ref",
      "back: get other::kind",
      "cast: get big::words",
      "handed: set other::ref",
      "stepped: get part::ref",
    ]);
  },
);

test.each(["gcc -O0", "gcc -O1", "gcc -O2", "gcc -O3"])(
  "of a struct that is copied in a loop no member is meant for certain, by %s",
  (options) => {
    const text = `struct big { int pid[2][3]; long long time; int words[40]; };
void copy(struct big *to, struct big *from) {
  *to = *from;
}
`;
    const found = resolved(compiled(text, options), ACCESSES, new Map([["sample.c", text]]));
    expect(new Set(found.map(({ name }) => name)).size).toBe(6);
    expect(found.flatMap(({ entries }) => entries.filter(({ doubt }) => doubt === undefined))).toEqual([]);
  },
);

test("a function whose rest was split off is counted once", () => {
  const text = `extern int step(unsigned); extern void give(unsigned);
unsigned shrink(unsigned *dir, unsigned old, unsigned now) {
  if (now >= old) return old;
  for (unsigned a = now; a < old; a += 4096) {
    unsigned e = dir[a >> 22];
    if (!e) a = ((a >> 22) + 1) << 22;
    else if (e & 1) { if (!step(e)) give(a); dir[a >> 22] = 0; give(e); give(e + a); }
  }
  return now;
}
unsigned grow(unsigned *dir, unsigned old, unsigned now) {
  for (unsigned a = old; a < now; a += 4096) if (!step(a)) { shrink(dir, now, old); return 0; }
  return now;
}
void drop(unsigned *dir) { shrink(dir, 0x80000000u, 0); for (unsigned i = 0; i < 1024; i++) give(dir[i]); }
`;
  const found = resolved(compiled(text, "gcc -O2"), EXECUTIONS);
  const [shrink] = found.filter(({ name }) => name === "execution shrink");
  expect(found.flatMap(({ where }) => where).some((where) => where.startsWith("shrink.part.0"))).toBe(true);
  // Its own head, and those inlined into the two others.
  expect(shrink?.entries.length).toBe(3);
});

test.each(["gcc -O1", "gcc -O2"])(
  "an index into bytes behind an array leads into none that no source names, by %s",
  (options) => {
    const text = `struct lock { unsigned held; char *name; unsigned pcs[10]; };
struct buf { int flags; unsigned dev; struct lock lock; unsigned char data[512]; };
struct buf *fetch(unsigned); void stored(struct buf *); unsigned source(unsigned);
unsigned lookup(unsigned bn) {
  struct buf *bp;
  unsigned *a, addr;
  bn -= 12;
  bp = fetch(bn);
  a = (unsigned *)bp->data;
  if ((addr = a[bn]) == 0) {
    a[bn] = addr = source(bn);
    stored(bp);
  }
  return addr;
}
`;
    const found = resolved(compiled(text, options), ACCESSES, new Map([["sample.c", text]]));
    const certain = found.flatMap(({ name, entries }) =>
      entries.filter(({ doubt }) => doubt === undefined).map(() => name),
    );
    expect(certain.filter((name) => name.includes("lock::"))).toEqual([]);
  },
);

// Types are in the units of the sources, and code is in one of its own.
test("casts in functions that were optimized when they were linked lead to members", () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-hard-"));
  const record = "struct s { int a, b; };";
  const units = {
    first: `${record}\nint second(void *);\nint first(void *v) { return ((struct s *)v)->b + second(v); }\n`,
    second: `${record}\nint second(void *v) { return ++((struct s *)v)->a; }\n`,
  };
  try {
    const build = ["-m32", "-O2", "-g", "-ffreestanding", "-fno-pic", "-flto"];
    for (const [name, text] of Object.entries(units)) writeFileSync(join(folder, `${name}.c`), text);
    const sources = Object.keys(units).map((name) => `${name}.c`);
    const linked = ["-r", "-nostdlib", "-flinker-output=nolto-rel", "-o", "all.o"];
    execFileSync("gcc", [...build, ...linked, ...sources], { cwd: folder });
    const texts = new Map(Object.entries(units).map(([name, text]) => [`${name}.c`, text]));
    const found = resolved(readFileSync(join(folder, "all.o")), ACCESSES, texts);
    const within = (name: string) => found.filter((one) => one.within === name).map((one) => one.name);
    expect(within("first")).toEqual(["get s::b"]);
    // Its own code, and what was inlined into the other unit.
    expect(within("second").sort()).toEqual(["get s::a", "get s::a", "set s::a", "set s::a"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.each(["gcc -O0 -fpie", "gcc -O2 -fpic", "gcc -Os -fpie", `${CLANG} -O0 -fpic`, `${CLANG} -O2 -fpie`])(
  "variables of code that may lie anywhere are those it counts the way to, by %s",
  (options) => {
    const text = `struct s { int a, b; };
static struct s one, many[4];
struct s far, *led;
int step(int);
int get(int i) { one.b += i; far.a = step(i); return many[i].b + led->a; }
int choose(int i) {
  switch (i) {
  case 0: return step(1) + one.b;
  case 1: return step(4) * 3;
  case 2: many[i].a = 1; return step(9);
  case 3: return step(5) - 2;
  case 4: return step(6) ^ far.b;
  default: return step(i);
  }
}
`;
    const found = resolved(compiled(text, options), ACCESSES, new Map([["sample.c", text]]));
    const within = (name: string) => [
      ...new Set(
        found.filter((one) => one.within === name && one.name.includes("::")).map((one) => one.name),
      ),
    ];
    expect(within("get").sort()).toEqual(["get s::a", "get s::b", "set s::a", "set s::b"]);
    expect(within("choose").sort()).toEqual(["get s::b", "set s::a"]);
  },
);

test("a static struct that was taken apart has its members where its pieces are", () => {
  const text = `struct s { int a, b, c; };
static struct s one;
int step(int);
int count(int i) { one.b += i; return step(i); }
int look(int i) { one.c = i; return step(1) + one.b * one.c; }
`;
  const found = resolved(compiled(text, `${CLANG} -O2`), ACCESSES);
  const names = found.map(({ within, name }) => `${within}: ${name}`).sort();
  expect(new Set(names)).toEqual(
    new Set(["count: get s::b", "count: set s::b", "look: get s::b", "look: get s::c", "look: set s::c"]),
  );
});

test("what a function of another unit returns is a part of the structs of this one", () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-hard-"));
  const elem = "struct elem { struct elem *prev, *next; };\nstruct elem *front(struct elem *);\n";
  const units = {
    list: `${elem}struct elem *front(struct elem *list) { return list->next; }\n`,
    thread: `${elem}struct thread { int id, priority; struct elem all, elem; };
#define entry(e, type, member) ((type *)((char *)&(e)->next - __builtin_offsetof(type, member.next)))
int first(struct elem *list) { return entry(front(list), struct thread, elem)->priority; }\n`,
  };
  try {
    const build = ["-m32", "-O0", "-g", "-ffreestanding", "-fno-pic", "-fno-pie"];
    for (const [name, text] of Object.entries(units)) writeFileSync(join(folder, `${name}.c`), text);
    execFileSync("gcc", [...build, "-c", "list.c", "thread.c"], { cwd: folder });
    execFileSync(
      "ld",
      ["-m", "elf_i386", "-Ttext", "0x100000", "-e", "first", "-o", "all", "list.o", "thread.o"],
      { cwd: folder, stdio: "pipe" },
    );
    const texts = new Map(Object.entries(units).map(([name, text]) => [`${name}.c`, text]));
    const found = resolved(readFileSync(join(folder, "all")), ACCESSES, texts);
    expect(found.filter(({ within }) => within === "first").map(({ name }) => name)).toEqual([
      "get thread::priority",
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

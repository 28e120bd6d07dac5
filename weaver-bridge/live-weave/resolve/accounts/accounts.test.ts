/** Each access of the sources, one by one, against what instructions do: none is dropped, none is another one's. */
import { expect, test } from "vitest";
import { CLANG } from "../../../../tests/support/compilers.js";
import { compile } from "../../../../tests/support/object-code/compile.js";
import { readElf } from "../../../object-code/index.js";
import { parsePointcut } from "../../../pointcut/index.js";
import { declaredStructs, openImageCode, resolveInImage, undescribedAccesses } from "../index.js";

const ACCESSES = 'get("% ...::%") || set("% ...::%") || ref("% ...::%")';
const LEVELS = ["gcc -O0", "gcc -O1", "gcc -O2", "gcc -Os", `${CLANG} -O0`, `${CLANG} -O2`];

/** `get s::a f: hooked, shared`, sorted. */
function accountsOf(text: string, options: string, pointcut = ACCESSES): string[] {
  const [compiler, ...rest] = options.split(" ") as [string, ...string[]];
  const { bytes, remove } = compile(text, { compiler, options: [...rest, "-g"], linked: false });
  remove();
  const image = openImageCode(readElf(bytes), undefined, (file) =>
    file.endsWith("sample.c") ? text : undefined,
  );
  const question = { pointcut: parsePointcut(pointcut).value, text: pointcut, files: [], misses: true };
  const all = new Map<string, string[]>();
  for (const { joinPoint, account } of resolveInImage(image, question).joinPoints) {
    const name = /\w+::\w+/.exec(joinPoint.signature)?.[0] ?? /(\w+)\(/.exec(joinPoint.signature)?.[1];
    const key = `${joinPoint.kind} ${name} ${/(\w+)\(/.exec(joinPoint.within)?.[1]}`;
    all.set(key, [...(all.get(key) ?? []), account]);
  }
  return [...all].map(([key, accounts]) => `${key}: ${accounts.sort().join(", ")}`).sort();
}

const total = (account: string | undefined) => account?.split(", ").length;

test.each(LEVELS)("each read of a member has an account, by %s", (options) => {
  const text = `struct s { int a, b[4]; struct s *n; }; struct s *next(struct s *);
int lines(struct s *p) { int r = p->a;
  r += p->a * 2;
  r ^= p->a;
  return r; }
int line(struct s *p) { return p->a + p->a * p->a; }
int chain(struct s *p, int i) { return p->b[i] + p->n->b[i] + p->n->b[i]; }
void stores(struct s *p) { p->a = 1;
  p->a = 2; }
int called(struct s *p) { return next(p)->b[2] + (p + 1)->a; }`;
  const found = new Map(accountsOf(text, options).map((one) => one.split(": ") as [string, string]));
  const counts = [...found].map(([key, accounts]) => `${key} ${total(accounts)}`);
  expect(counts).toEqual([
    ...["get s::a called 1", "get s::a line 3", "get s::a lines 3"],
    ...["get s::b called 1", "get s::b chain 3", "get s::n chain 2", "set s::a stores 2"],
  ]);
  for (const [key, accounts] of found) expect(accounts, key).toContain("hooked");
});

test.each(LEVELS)(
  "bits beside a bit-field, what stands behind &&, and braces in no first column, by %s",
  (options) => {
    const text = `struct B { unsigned a : 3, b : 5; unsigned short c : 9, d : 7; unsigned char e; _Bool f : 1, g : 1; };
struct S { unsigned a : 24; unsigned char d; };
struct P { char a, b; };
int both(struct B *p) { return p->g && p->c == 3; }
void copy(struct B *p, struct B *q) { p->c = q->d; }
void turn(struct B *p) { p->f = !p->g; }
int wide(struct S *s) { if (s->d) return 1;
  return s->a; }
void one(struct P *p) { p->a = 1;
  p->b = 2; }`;
    const names = accountsOf(text, options).map((one) => one.replace(/: .*/, ""));
    expect(names).toEqual([
      ...[
        "get B::c both",
        "get B::d copy",
        "get B::g both",
        "get B::g turn",
        "get S::a wide",
        "get S::d wide",
      ],
      ...["set B::c copy", "set B::f turn", "set P::a one", "set P::b one"],
    ]);
    const hooked = accountsOf(text, options).filter((one) => one.includes("hooked"));
    expect(hooked.length).toBe(10);
  },
);

test.each(LEVELS)(
  "what a macro steps back over is no ref, and what it leads to is found, by %s",
  (options) => {
    const text = `struct list { struct list *next, *prev; };
struct task { int pid; struct list link; int prio; };
#define container_of(p, t, m) ({ const __typeof__(((t *)0)->m) *m_ = (p); (t *)((char *)m_ - __builtin_offsetof(t, m)); })
static inline struct task *of(struct list *l) { return container_of(l, struct task, link); }
int first(struct list *l) { return container_of(l, struct task, link)->prio; }
int sum(struct list *h) { int n = 0; for (struct list *l = h->next; l != h; l = l->next) n += of(l)->prio; return n; }`;
    const names = accountsOf(text, options).map((one) => one.replace(/: .*/, ""));
    expect(names).toEqual(["get list::next sum", "get task::prio first", "get task::prio sum"]);
  },
);

test.each(["gcc -O2", "gcc -Os"])(
  "equal functions of which nothing is left share the other's hooks, by %s",
  (options) => {
    const text = `struct S { int n, v[9]; };
extern int outside(int);
static __attribute__((noinline)) int one(int x) { return outside(x * 3) + 7; }
static __attribute__((noinline)) int two(int x) { return outside(x * 3) + 7; }
void rounds(int i) {
  one(i);
  two(i + 1);
}
int a(struct S *p) { int r = 0; for (int i = 0; i < 9; i++) r = r * 31 + p->v[i] * p->n; return r; }
int b(struct S *q) { int t = 0; for (int j = 0; j < 9; j++) t = t * 31 + q->v[j] * q->n; return t; }`;
    expect(accountsOf(text, options, 'execution("% two(...)") || execution("% one(...)")')).toEqual([
      "execution one one: hooked",
      "execution two two: shared",
    ]);
    const members = accountsOf(text, options, 'get("% S::%")');
    expect(members.map((one) => one.replace(/: .*/, ""))).toEqual([
      "get S::n a",
      "get S::n b",
      "get S::v a",
      "get S::v b",
    ]);
    expect(members.join()).not.toContain("not-found");
  },
);

test.each(LEVELS)("constant elements of arrays of structs and halves of a union, by %s", (options) => {
  const text = `struct s0 { unsigned char mode; unsigned short state[2]; int next; short head[4]; };
struct s1 { int ref; struct s0 state[4]; struct s0 n; int grid[3][3]; };
struct s3 { int next; union { long long data; char data_bytes[4]; }; };
int third(struct s1 *p, unsigned i) { return p->state[3].head[i]; }
void half(struct s3 *p) { p->data++; }
void both(struct s1 *p, int i, int j) { p->grid[i][j] = 3; }`;
  expect(accountsOf(text, options).map((one) => one.replace(/: .*/, ""))).toEqual([
    ...["get s0::head third", "get s3::data half", "set s1::grid both", "set s3::data half"],
  ]);
});

test("what clang does not tell of a variable that is only declared is told", () => {
  const text = `struct devsw { int (*read)(int); int (*write)(int); };
extern struct devsw devsw[];
int written(int i) { return devsw[i].write(3); }`;
  const { bytes, remove } = compile(text, { compiler: CLANG, options: ["-O2", "-g"], linked: false });
  remove();
  const image = openImageCode(readElf(bytes), undefined, () => text);
  const told = [...undescribedAccesses(image)].map(({ variable, member, line }) => ({
    variable,
    member,
    line,
  }));
  expect(told).toEqual([{ variable: "devsw", member: "write", line: 3 }]);
});

test.each(["gcc", CLANG])("a struct that is known by its name alone is told, by %s", (compiler) => {
  const text = "struct s; struct s *shown; struct t { int n; } there; union u; union u *both;";
  const { bytes, remove } = compile(text, { compiler, options: ["-g"], linked: false });
  remove();
  const image = openImageCode(readElf(bytes), undefined, () => text);
  expect(declaredStructs(image, new Set(["u", "t", "s", "absent"]))).toEqual(["u", "s"]);
});

test.each(LEVELS)("functions in one line lend each other no names, by %s", (options) => {
  const text =
    "struct S { unsigned a : 24; unsigned char d; }; unsigned r(struct S *s) { return s->a; } unsigned q(struct S *s) { return s->d; }";
  expect(accountsOf(text, options)).toEqual(["get S::a r: hooked", "get S::d q: hooked"]);
});

test("of a woven kernel the text of a line belongs to its function, not to the weaver's own", () => {
  const text = `struct inode { unsigned uid; };
static inline __attribute__((always_inline)) unsigned __weft_shadow_0(struct inode *inode) {
#line 2 "sample.c"
 return inode->uid; }
#line 5 "sample.c"
int may_open(struct inode *inode, int uid) { return __weft_shadow_0(inode) == uid; }`;
  expect(accountsOf(text, "gcc -Og", 'get("% inode::uid")')).toEqual(["get inode::uid may_open: hooked"]);
});

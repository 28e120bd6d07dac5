import { describe, expect, test } from "vitest";
import { checkAdvice } from "../../../tests/support/index.js";

/** Nothing but the matches is expected of the fixture. */
function check(fixture: string): void {
  expect(checkAdvice(fixture).problems).toEqual([]);
}

/** An aspect `T` with these advice, `pointcut : kind` each. */
function aspect(...advice: string[]): string {
  return `\n//- /t.ah\naspect T {\n${advice.map((item) => `  advice ${item}() {}\n`).join("")}};\n`;
}

describe("join points", () => {
  test("execution lands on the definition, not the prototype", () =>
    check(`
//- /sched.c
void yield(void);
void yield/*^advised-by: T.before*/(void) {}
void other(void) { yield(); }
${aspect('execution("void yield()") : before')}`));

  test("a call lands on every use by name, also in the function itself", () =>
    check(`
//- /a.c
int f(int n) { return n ? f/*^advised-by: T.around*/(n - 1) : 0; }
int g(int (*p)(int)) { return f/*^advised-by: T.around*/(1) + p(2); }
${aspect('call("int f(int)") : around')}`));

  test("an operation of an interface is its stubs and its implementation", () =>
    check(`
//- /a.c
static inline int fs_Files_open/*^advised-by: T.before*/(int name) { return name; }
int fs_Files_open_implementation/*^advised-by: T.before*/(int name) { return name; }
int fs_Files_close_implementation(int file) { return file; }
int run(void) { return fs_Files_open/*^advised-by: T.after*/(1) + fs_Files_close_implementation(2); }
${aspect('execution(operation("fs::Files::open")) : before', 'call(operation("fs::%::open")) : after')}`));

  test("reads, writes and references of fields and globals", () =>
    check(`
//- /a.c
struct inode { int uid; int gid : 4; };
int count;
void f(struct inode *i, struct inode s) {
  i->uid/*^advised-by: T.after*/ = s.uid/*^advised-by: T.before*/;
  i->gid/*^advised-by: T.after, T.before*/ += count/*^advised-by: T.before*/;
  count/*^advised-by: T.after, T.before*/++;
  int *p = &count/*^advised-by: T.around*/;
  (void)sizeof(i->uid);
}
${aspect('set("% ...::%") : after', 'get("% ...::%") : before', 'ref("% ...::%") : around')}`));

  test("access is get, set and ref", () =>
    check(`
//- /a.c
int a;
int *f(void) { a/*^advised-by: T.before*/ = a/*^advised-by: T.before*/; return &a/*^advised-by: T.before*/; }
${aspect('access("int a") : before')}`));
});

describe("match expressions", () => {
  test("no scope means the global scope: fields need their struct", () =>
    check(`
//- /a.c
struct inode { int uid; };
int uid;
void f(struct inode *i) { i->uid/*^advised-by: T.after*/ = 1; uid/*^advised-by: T.before*/ = 2; }
${aspect('set("int uid") : before', 'set("% inode::uid") : after')}`));

  test("a scope pattern reaches inwards, `%` never to global functions", () =>
    check(`
//- /a.c
struct inode { int uid; };
int uid;
void f(struct inode *i) { i->uid/*^advised-by: T.before, T.after*/ = uid; }
${aspect('access("inode") : before', 'access("%") : after', 'execution("%") : around')}`));

  test("`::` is everything", () =>
    check(`
//- /a.c
int uid;
int f/*^advised-by: T.before*/(void) { return uid/*^advised-by: T.after*/; }
${aspect('execution("::") : before', 'get("::") : after')}`));

  test("a qualifier in the pattern is required, its absence accepts any", () =>
    check(`
//- /a.c
void a/*^advised-by: T.before*/(const char *p) {}
void b/*^advised-by: T.before, T.after*/(char *p) {}
void c/*^advised-by: T.before*/(char *volatile p) {}
const int *d/*^advised-by: T.around*/(void) { return 0; }
int *e(void) { return 0; }
${aspect('execution("% %(char *)") : before', 'execution("% b(char *const)") : after', 'execution("const % *%()") : around')}`));

  test("`(void)` is `()`, `unsigned` is `unsigned int`, and integers do not convert", () =>
    check(`
//- /a.c
void a/*^advised-by: T.before*/(void) {}
void b/*^advised-by: T.after*/(unsigned int x) {}
void c(unsigned long x) {}
void d/*^advised-by: T.around*/(long unsigned x) {}
void e(int x) {}
${aspect('execution("% %(void)") : before', 'execution("% %(unsigned)") : after', 'execution("% d(unsigned long int)") : around')}`));

  test("parameters are adjusted: arrays and functions are pointers", () =>
    check(`
//- /a.c
void a/*^advised-by: T.before*/(int v[4], void f(int)) {}
void b/*^advised-by: T.before*/(int *v, void (*f)(int)) {}
void c(int **v, void (*f)(int)) {}
${aspect('execution("% %(int *, void (*)(int))") : before')}`));

  test("`...` is any number of parameters, also none; varargs match by what is listed", () =>
    check(`
//- /a.c
void none/*^advised-by: T.before*/(void) {}
void one/*^advised-by: T.before, T.after*/(int a) {}
void two/*^advised-by: T.before, T.after*/(int a, char b) {}
void log/*^advised-by: T.before, T.around*/(const char *format, ...) {}
${aspect('execution("% %(...)") : before', 'execution("% %(int, ...)") : after', 'execution("% log(const char *)") : around')}`));

  test("wildcards stay inside one name", () =>
    check(`
//- /a.c
void sys_open/*^advised-by: T.before*/(void) {}
void sys_/*^advised-by: T.before*/(void) {}
void ksys_open/*^advised-by: T.after*/(void) {}
void do_open_it(void) {}
${aspect('execution("% sys_%(...)") : before', 'execution("% k%_open(...)") : after')}`));

  test("typedefs are looked through unless the pattern names one", () =>
    check(`
//- /a.c
typedef unsigned int u32;
typedef u32 uid_t;
struct inode { int x; };
typedef struct inode inode_t;
void a/*^advised-by: T.before, T.around*/(uid_t u) {}
void b/*^advised-by: T.before*/(u32 u) {}
void c/*^advised-by: T.before*/(unsigned u) {}
void d/*^advised-by: T.after*/(inode_t *i) {}
void e/*^advised-by: T.after*/(struct inode *i) {}
${aspect(
  'execution("% %(unsigned int)") : before',
  'execution("% %(struct inode *)") : after',
  'execution("% %(uid_t)") : around',
)}`));

  test("static selects internal linkage", () =>
    check(`
//- /a.c
static void a/*^advised-by: T.before*/(void) {}
void b(void) { a(); }
${aspect('execution("static % %(...)") : before')}`));
});

describe("composition", () => {
  test("within, `!`, `||` and files", () =>
    check(`
//- /kernel/sched/core.c
int n;
void boot(void) { n = 1; }
void tick/*^advised-by: T.after*/(void) { n/*^advised-by: T.before*/ = 2; }
//- /kernel/time/timer.c
int n;
void timer(void) { n = 1; }
${aspect(
  'set("int n") && within(file("kernel/sched/%.c")) && !within("% boot(...)") : before',
  'execution("% %(...)") && within(file("kernel/.../core.c")) && !within("% boot(...)" || "% f(...)") : after',
)}`));

  test("named pointcuts, at file and aspect scope", () =>
    check(`
//- /a.c
int n;
void sys_a/*^advised-by: T.before*/(void) { n/*^advised-by: T.after*/ = 1; }
void b(void) { n = 2; }
//- /p.ah
pointcut calls() = "% sys_%(...)";
//- /t.ah
aspect T {
  pointcut inside() = within(calls());
  advice execution(calls()) : before() {}
  advice inside() && set("int n") : after() {}
};
`));

  test("virtual pointcuts: an abstract aspect is woven through concrete ones", () =>
    check(`
//- /a.c
void f/*^advised-by: F.before*/(void) {}
void g/*^advised-by: G.before*/(void) {}
//- /t.ah
aspect Base {
  pointcut virtual where() = 0;
  advice where() : before() {}
};
aspect F : public Base { pointcut where() = execution("% f()"); };
aspect G : public Base { pointcut where() = execution("% g()"); };
`));

  test("code marked notrace is woven only when named literally", () =>
    check(`
//- /a.c
int n;
static __attribute__((no_instrument_function)) void hidden/*^advised-by: T.after*/(void) { n = 1; }
void plain/*^advised-by: T.before*/(void) { hidden/*^advised-by: T.around*/(); }
${aspect(
  'execution("% %(...)") || set("int n") : before',
  'execution("% hidden()") : after',
  'call("% %(...)") : around',
)}`));

  test("members at any depth", () =>
    check(`
//- /a.cc
namespace n { struct A { int a; struct B { int b; }; }; int g; }
int outside;
void f(n::A &x, n::A::B &y) {
  x.a/*^advised-by: T.before, T.after*/ = y.b/*^advised-by: T.before*/;
  n::g/*^advised-by: T.before*/ = outside;
}
${aspect('access(member("n")) : before', 'access("n::A") : after')}`));
});

describe("context", () => {
  test("args compares number and types, variables exactly", () =>
    check(`
//- /a.c
typedef unsigned int u32;
void a/*^advised-by: T.before*/(u32 x, const char *s) {}
void b(u32 x, char *s) {}
void c(long x, const char *s) {}
void d(u32 x) {}
//- /t.ah
aspect T { advice execution("% %(...)") && args(x, s) : before(unsigned x, const char *s) {} };
`));

  test("result and target", () =>
    check(`
//- /a.c
struct inode { int uid; };
struct other { int uid; };
struct inode *iget(void);
void *raw(void);
void f(struct other *o) {
  iget/*^advised-by: T.after*/()->uid/*^advised-by: T.before*/ = o->uid;
  raw();
}
//- /t.ah
aspect T {
  advice call("% %(...)") && result(i) : after(struct inode *i) {}
  advice access("% ...::uid") && target(i) : before(struct inode *i) {}
};
`));
});

describe("order", () => {
  const CODE = "\n//- /a.c\nvoid f/*^advised-by: Low.before, High.before, High.after*/(void) {}\n";

  test("text within an aspect, order between aspects", () =>
    check(`${CODE}
//- /t.ah
aspect High { advice execution("% f()") : before() {} advice execution("% f()") : after() {} };
aspect Low {
  advice execution("% f()") : before() {}
  advice execution("% f()") : order("Low", !"Low");
};
`));

  test("without an order the name decides, and that is said", () => {
    const { problems } = checkAdvice(`
//- /a.c
void f/*^advised-by: A.before, B.before*/(void) {}
//- /t.ah
aspect B { advice execution("% f()") : before() {} };
aspect A { advice execution("% f()") : before() {} };
`);
    expect(problems).toMatchInlineSnapshot(`
      [
        "/t.ah:1:12: warning[weft/pointcut/unordered]: \`A\` and \`B\` meet at the same join points and no order is given. At execution of \`f\`, for example, \`A\` encloses \`B\` only because of its name. Write \`advice POINTCUT : order("A", "B");\` in one of them.",
      ]
    `);
  });

  test("a contradiction is an error", () => {
    const { problems } = checkAdvice(`
//- /a.c
void f/*^advised-by: A.before, B.before*/(void) {}
//- /t.ah
aspect A { advice execution("% f()") : before() {} advice execution("% f()") : order("A", "B"); };
aspect B { advice execution("% f()") : before() {} advice execution("% %()") : order("B", "A"); };
`);
    expect(problems).toMatchInlineSnapshot(`
      [
        "/t.ah:1:52: error[weft/pointcut/order-cycle]: the order of \`A\`, \`B\` contradicts itself. Each would have to enclose the other. Remove one of the \`order\` advice.",
      ]
    `);
  });
});

test("reasons say which expression met which name", () => {
  const { reasons } = checkAdvice(`
//- /fs/open.c
struct inode { int uid; };
int sys_open/*^advised-by: T.before*/(int fd) { return fd; }
void f(struct inode *i) { i->uid/*^advised-by: T.after*/ = sys_open/*^advised-by: T.around*/(1); }
//- /t.ah
pointcut calls() = "% sys_%(...)" && file("fs/%.c");
aspect T {
  advice execution(calls()) && args(fd) && !within("% boot(...)") : before(int fd) {}
  advice access("inode") && target("inode") : after() {}
  advice call("% g(...)") || call("int sys_open(int)") && result("int") : around() {}
};
`);
  expect(reasons.join("\n")).toMatchInlineSnapshot(`
    "/fs/open.c: execution of sys_open: execution: \`sys_open\` matches "% sys_%(...)" and is in file("fs/%.c") (calls()); args: \`int fd\`; not within("% boot(...)")
    /fs/open.c: set of uid: access (set): \`inode::uid\` matches "inode"; target: "inode"
    /fs/open.c: call of sys_open: call: \`sys_open\` matches "int sys_open(int)"; result: "int""
  `);
});

test("what is wrong between files is reported once", () => {
  const { problems } = checkAdvice(`
//- /a.c
void f(void) {}
//- /p.ah
pointcut names() = "% f(...)";
pointcut a() = b();
pointcut b() = a();
pointcut bound(int x) = execution("% %(...)") && args(x);
aspect T { };
//- /t.ah
aspect T : public Missing {
  advice names() : before() {}
  advice execution("% f()") && names() : before() {}
  advice execution("% f()") && !names() : before() {}
  advice a() : before() {}
  advice nams() : before() {}
  advice execution(nams()) : before() {}
  advice bound() : before() {}
  advice bound(x) : before(long x) {}
};
`);
  expect(problems.join("\n")).toMatchInlineSnapshot(`
    "/t.ah:1:8: error[weft/aspect/duplicate-name]: aspect \`T\` is also declared in /p.ah. Rename one of them.
    /t.ah:1:8: warning[weft/aspect/unknown-base]: there is no aspect \`Missing\`. List the file that declares it among the project's aspects.
    /t.ah:2:10: error[weft/pointcut/name-not-code]: this pointcut names functions or variables, not code. Say which code is meant: wrap it in \`execution(...)\`, \`call(...)\`, \`get(...)\`, \`set(...)\` or \`within(...)\`.
    /t.ah:3:32: error[weft/pointcut/mixed-kinds]: \`&&\` mixes code join points with names; this side is names. Wrap the names in a function such as \`within(...)\` or \`call(...)\`.
    /t.ah:4:32: error[weft/pointcut/mixed-kinds]: \`&&\` mixes code join points with names; this side is names. Wrap the names in a function such as \`within(...)\` or \`call(...)\`.
    /p.ah:2:10: error[weft/pointcut/recursive]: pointcut \`a\` refers to itself. Break the circle.
    /t.ah:6:10: error[weft/pointcut/unknown-name]: there is no pointcut \`nams\`. Did you mean \`names\`?
    /t.ah:7:20: error[weft/pointcut/unknown-name]: there is no pointcut \`nams\`. Did you mean \`names\`?
    /t.ah:8:10: error[weft/pointcut/argument-count]: \`bound\` takes 1 context variables, not 0. Write \`bound(x)\`.
    /t.ah:9:10: error[weft/pointcut/variable-type]: \`x\` is \`long\`, but \`bound\` binds \`int\`. Give both the same type."
  `);
});

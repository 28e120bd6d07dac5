import { parseInProcess } from "@weft/weaver-bridge/clang-ast";
import { expect, test } from "vitest";
import { parseAspectFile } from "../../parse-aspect-file.js";
import { parsePointcut } from "../../syntax/parse-pointcut.js";
import { matchPointcut } from "../match-pointcut.js";
import { entitiesMeeting } from "./entity-filter.js";
import { filterOf, filterOfIntroductions } from "./filter.js";
import { identifiersIn, mentions, type SoughtNames, soughtIn } from "./text-search.js";

const namesIn = (directory: string) => ({
  nameOf: (file: string) => file,
  pathOf: (file: string) => (file.startsWith("/") ? file : `${directory}/${file}`),
});

const UNIT = `
struct inode { int i_uid; int i_gid; union { int a; int b; }; };
typedef struct { int raw; } spinlock_t;
int uid, jiffies;
static int table[4];
extern int printk(const char *format, ...);
void lock(spinlock_t *l) { l->raw = 1; }
static inline int get_uid(struct inode *i) { return i->i_uid; }
int sys_open(int fd) { uid = fd; return printk("%d", jiffies); }
int sys_close(struct inode *i) { i->i_gid += get_uid(i); i->a++; return table[i->b]; }
void boot(spinlock_t *l) { static int calls; calls++; lock(l); int *p = &uid; *p = sys_open(1); }
`;

const POINTCUTS = [
  'execution("% sys_%(...)")',
  'execution("% %(...)")',
  'execution("% %_o%(...)")',
  'call("% lock(...)")',
  'call("% %k(...)") && within("% sys_%(...)")',
  'set("% inode::i_%id")',
  'set("% inode::%")',
  'access("% ...::%id")',
  'access("inode")',
  'get("% ...::%") && !within("% boot(...)")',
  'within("% boot(...)")',
  'within("% boot(...)") || call("% get_uid(...)")',
  '!execution("% %(...)")',
  '!(call("% lock(...)") || within("% sys_%(...)"))',
  'call("% lock(...)" || "% printk(...)")',
  'call("% %(...)" && !"% printk(...)")',
  'call(!"% lock(...)")',
  'execution("% %(...)") && args("int")',
  'result("int")',
  'within(file("unit.c")) && set("int uid")',
  'access(member("inode"))',
  'access("::")',
  'ref("int uid") || get("static % %")',
  'target("inode") && get("% ...::b")',
  'set("int calls")',
  'execution("% sys_open(...)") || call("% get_uid(...)")',
];

test("no match is lost when only declarations that mention the filter's identifiers are parsed", () => {
  for (const text of POINTCUTS) {
    const { value, problems } = parsePointcut(text);
    expect(problems, text).toEqual([]);
    const sought = soughtIn(UNIT, filterOf(value), { language: "c" });
    const parse = (filter?: SoughtNames) =>
      matchPointcut(
        value,
        parseInProcess(UNIT, {
          language: "c",
          arguments: ["-std=gnu11"],
          fileName: "unit.c",
          ...filter,
        }),
      ).shadows.map(({ shadow }) => `${shadow.kind} ${UNIT.slice(shadow.range.start, shadow.range.end)}`);
    const all = parse();
    expect(parse(sought), text).toEqual(all);
    expect(all.length, text).toBeGreaterThan(0);
    expect(mentions(UNIT, filterOf(value))).toBe(true);
  }
});

const CLASSES = `
namespace kernel { class Thread { int n; public: Thread() : n(0) {} ~Thread(); struct Frame { Frame(); int at; }; }; }
kernel::Thread::~Thread() { n = 1; }
kernel::Thread::Frame::Frame() : at(0) {}
template <class T> struct Box { T held; Box(); ~Box() { held = T(); } };
template <class T> Box<T>::Box() : held() {}
typedef struct { Box<int> box; } Anonymous;
struct Implicit { kernel::Thread thread; };
struct Derived : Implicit { Box<int> box; };
typedef Derived Alias;
void use() { struct Local { ~Local() {} } local; Anonymous a; Alias d; kernel::Thread t; }
int unrelated(int x) { return x; }
`;

test.each([
  ['construction("Thread")', 0],
  ['construction("kernel::Thread") || destruction("Local")', 3],
  ['construction("kernel::%") || destruction("...::Frame")', 3],
  ['destruction("kernel::Thread") && within("kernel::Thread")', 1],
  ['construction("Box<...>" || "Implicit")', 5],
  ['destruction("Anonymous" || "Derived")', 2],
  ['construction("Alias")', 0],
  ['construction(base("Derived"))', 3],
  ['destruction("Loc%")', 1],
])("%s is found where only declarations with the names of its classes are looked at", (text, count) => {
  const { value, problems } = parsePointcut(text);
  expect(problems).toEqual([]);
  const parse = (filter?: SoughtNames) => {
    const given = { language: "c++", arguments: ["-std=gnu++17"], fileName: "unit.cc", ...filter } as const;
    const facts = parseInProcess(CLASSES, { ...given, wanted: { classes: true } });
    const { shadows } = matchPointcut(value, facts);
    return shadows.map(({ shadow }) => CLASSES.slice(shadow.range.start, shadow.range.end));
  };
  const all = parse();
  expect(parse(soughtIn(CLASSES, filterOf(value), { language: "c++" }))).toEqual(all);
  expect(all).toHaveLength(count);
});

test("units without the classes whose construction is advised need not be read", () => {
  const filter = filterOf(
    parsePointcut('construction("Thread") || destruction("Mutex" || "Queue<int>")').value,
  );
  expect(filter).toEqual([{ name: "Thread" }, { name: "Mutex" }, { name: "Queue" }]);
  expect(mentions("int threads(int x) { return x; }", filter)).toBe(false);
  expect(filterOf(parsePointcut('construction("Thread" && derived("Base")) || destruction("%")').value)).toBe(
    "all",
  );
});

test("a function that range-based for calls is defined by its name all the same", () => {
  const filter = (text: string) => filterOf(parsePointcut(text).value);
  expect(filter('call("% begin(...)")')).toBe("all");
  expect(filter('execution("% List::begin()")')).toEqual([
    { name: "begin", role: "function", isExecuted: true, scope: "List" },
  ]);
  expect(filter('call("% f()") && within("% end(...)" || "% List::begin()")')).toEqual([
    { name: "f", role: "function" },
  ]);
});

const FILES = `# 1 "kernel/fork.c"
# 1 "include/list.h" 1
static inline __attribute__((__unused__)) int in_list(int x) { return x; }
static inline int calls_it(int x) { return in_list(x); }
# 2 "kernel/fork.c" 2
# 1 "kernel/local.h" 1
static inline int in_local(void) { return 0; }
# 3 "kernel/fork.c" 2
int plain(int x) { if (x) return in_list(x); return sizeof(int); }
int (in_brackets)(void) { return 1; }
int ((twice))(void) { return 1; }
int (*gives_function(int x))(void) { return x ? in_brackets : (twice); }
int old(x) int x; { return x; }
static int __attribute__((noinline)) marked (void) { return 2; }
int split
# 9 "include/list.h"
(void) { return 3; }
# 10 "kernel/fork.c"
int (split_in_brackets
# 11 "include/list.h"
)(void) { return 4; }
`;

test.each([
  ['execution("% %(...)" && file("kernel/%.c"))', 8],
  ['execution("% %(...)" && file("kernel/%"))', 9],
  ['execution(file("include/%")) || execution("% plain(...)")', 3],
  ['execution("% %(...)" && (file("kernel/local.h") || file("include/%")))', 3],
])("%s is found where only functions of these files are parsed", (text, count) => {
  const { value, problems } = parsePointcut(text);
  expect(problems).toEqual([]);
  const place = { language: "c", directory: "/usr/src", isUnit: true } as const;
  const sought = soughtIn(FILES, filterOf(value), place);
  expect(sought).toBeDefined();
  const parse = (filter?: SoughtNames) => {
    const facts = parseInProcess(FILES, {
      language: "c",
      arguments: ["-std=gnu11"],
      fileName: "kernel/fork.c",
      ...filter,
    });
    const { shadows } = matchPointcut(value, { ...facts, sources: namesIn("/usr/src") });
    return shadows.map(({ shadow }) => FILES.slice(shadow.range.start, shadow.range.end));
  };
  const all = parse();
  expect(parse(sought)).toEqual(all);
  expect(all).toHaveLength(count);
  // Who knows names alone can't tell whose they are.
  expect(identifiersIn(FILES, filterOf(value), { ...place, isUnit: false })).toBeUndefined();
  expect(identifiersIn(FILES, filterOf(value), { ...place, language: "c++" })).toBeUndefined();
});

test("functions that only call what is executed are not looked at", () => {
  const text = "int f(void) { return 1; }\nint g(void) { return f(); }\nint (*h(void))(void) { return f; }\n";
  const seen = (pointcut: string) => {
    const { value } = parsePointcut(pointcut);
    const { identifiers, defined } = soughtIn(text, filterOf(value), { language: "c" }) as SoughtNames;
    const given = { language: "c", arguments: [], fileName: "u.c", identifiers, defined } as const;
    return parseInProcess(text, given).shadows.filter(({ kind }) => kind === "execution").length;
  };
  expect(seen('execution("% f(...)")')).toBe(1);
  expect(seen('execution("% g(...)") || execution("% h(...)")')).toBe(2);
  expect(seen('call("% f(...)")')).toBe(3);
});

test("fields of a struct are sought where its name is said, whatever their names", () => {
  const filter = filterOf(parsePointcut('set("% inode::%")').value);
  const unit = { language: "c", isUnit: true } as const;
  expect(
    identifiersIn("struct inode { int uid; }; void f(struct inode *i) { i->uid = 1; }", filter, unit),
  ).toBeUndefined();
  expect(
    identifiersIn("struct file { int uid; }; void f(struct file *i) { i->uid = 1; }", filter, unit),
  ).toEqual([]);
  const isWanted = entitiesMeeting(filter);
  expect(
    [["inode"], ["file"], ["outer", "inode"], []].map((scope) => isWanted?.({ name: "uid", scope })),
  ).toEqual([true, false, true, false]);
  expect(
    entitiesMeeting(filterOf(parsePointcut('set("% %::%") || set("% inode::%")').value)),
  ).toBeUndefined();
});

test("functions of headers are not asked for where the unit's own are", () => {
  const filter = filterOf(parsePointcut('execution("% %(...)" && file("kernel/local.h"))').value);
  expect(identifiersIn(FILES, filter, { language: "c", isUnit: true })).toEqual(["in_local"]);
  for (const text of ['!execution(file("a.c"))', 'call(file("a.c"))', 'within(file("a.c"))'])
    expect(
      identifiersIn('# 1 "a.c"\nint f(void);\n', filterOf(parsePointcut(text).value), {
        language: "c",
        isUnit: true,
      }),
      text,
    ).toBeUndefined();
});

test("what a pointcut needs to be mentioned", () => {
  const filters = POINTCUTS.map(
    (text) => `${text}  =>  ${JSON.stringify(filterOf(parsePointcut(text).value))}`,
  );
  expect(filters.join("\n")).toMatchInlineSnapshot(`
    "execution("% sys_%(...)")  =>  [{"name":"sys_%","role":"function","isExecuted":true}]
    execution("% %(...)")  =>  "all"
    execution("% %_o%(...)")  =>  [{"name":"%_o%","role":"function","isExecuted":true}]
    call("% lock(...)")  =>  [{"name":"lock","role":"function"}]
    call("% %k(...)") && within("% sys_%(...)")  =>  [{"name":"sys_%","role":"function"}]
    set("% inode::i_%id")  =>  [{"name":"i_%id","role":"field","scope":"inode"}]
    set("% inode::%")  =>  [{"scope":"inode"}]
    access("% ...::%id")  =>  [{"name":"%id"}]
    access("inode")  =>  "all"
    get("% ...::%") && !within("% boot(...)")  =>  "all"
    within("% boot(...)")  =>  [{"name":"boot","role":"function"}]
    within("% boot(...)") || call("% get_uid(...)")  =>  [{"name":"boot","role":"function"},{"name":"get_uid","role":"function"}]
    !execution("% %(...)")  =>  "all"
    !(call("% lock(...)") || within("% sys_%(...)"))  =>  "all"
    call("% lock(...)" || "% printk(...)")  =>  [{"name":"lock","role":"function"},{"name":"printk","role":"function"}]
    call("% %(...)" && !"% printk(...)")  =>  "all"
    call(!"% lock(...)")  =>  "all"
    execution("% %(...)") && args("int")  =>  "all"
    result("int")  =>  "all"
    within(file("unit.c")) && set("int uid")  =>  [{"name":"uid","files":[{"text":"unit.c","components":[{"text":"unit.c"}],"absolute":false}]}]
    access(member("inode"))  =>  "all"
    access("::")  =>  "all"
    ref("int uid") || get("static % %")  =>  "all"
    target("inode") && get("% ...::b")  =>  [{"name":"b"}]
    set("int calls")  =>  [{"name":"calls"}]
    execution("% sys_open(...)") || call("% get_uid(...)")  =>  [{"name":"sys_open","role":"function","isExecuted":true},{"name":"get_uid","role":"function"}]"
  `);
});

test("aspects together need what any of their advice needs; a broken one needs nothing", () => {
  const file = (text: string) => parseAspectFile("t.ah", `aspect A { ${text} };`);
  const call = 'advice call("% kfree(...)") : before() {}';
  expect(filterOf([file(call), file('advice set("int x") : after() {}')])).toEqual([
    { name: "kfree", role: "function" },
    { name: "x" },
  ]);
  expect(filterOf([file(call), file('advice !within("% f()") : after() {}')])).toBe("all");
  expect(filterOf([file('advice call("% f(") : before() {}')])).toEqual([]);
});

test("control flow is decided from everything, introductions need the name of their class", () => {
  const file = (text: string) => [parseAspectFile("t.ah", `aspect A { ${text} };`)];
  const flow = 'advice call("% f()") && cflow(execution("% g()")) : before() {}';
  expect(filterOf(file(flow))).toBe("all");
  expect(filterOf(file('advice "n::K" : slice struct { int x; };'))).toEqual([{ name: "K" }]);
  expect(filterOf(file('advice derived("K") : slice struct { int x; };'))).toBe("all");
});

test("slices alone need the names of their classes, whatever the advice beside them needs", () => {
  const file = (text: string) => [parseAspectFile("t.ah", `aspect A { ${text} };`)];
  const code = 'advice execution("% ...::%(...)") : before() {}';
  const slice = (pointcut: string) => `advice ${pointcut} : slice struct { int x; };`;
  expect(filterOfIntroductions(file(code))).toEqual([]);
  expect(filterOfIntroductions(file(`${code} ${slice('"n::K" || "Task%"')}`))).toEqual([
    { name: "K" },
    { name: "Task%" },
  ]);
  for (const pointcut of ['"%"', 'derived("K")', '"K" || !"L"', 'base("K")'])
    expect(filterOfIntroductions(file(`${code} ${slice(pointcut)}`)), pointcut).toBe("all");
});

test("named pointcuts are looked through", () => {
  const files = [parseAspectFile("p.ah", 'pointcut calls() = "% sys_%(...)";')];
  const { value } = parsePointcut("execution(calls())");
  expect(filterOf(value, files)).toEqual([{ name: "sys_%", role: "function", isExecuted: true }]);
});

test("identifiers are found whole", () => {
  const filter = ["lock", "$x", "sys_%", "%_end"].map((name) => ({ name }));
  const text = "lock; unlock; lock_it; sys_a, ksys_a; x_end; _end; end; $x; y$x; \xe9lock";
  expect(identifiersIn(text, filter)).toEqual(["$x", "_end", "lock", "sys_a", "x_end"]);
  expect(identifiersIn(text, "all")).toBeUndefined();
  expect(identifiersIn(text, [])).toEqual([]);
  expect(mentions("unlock(); ksys_()", filter)).toBe(false);
});

test("a function has to be called or defined, a field of C to be selected", () => {
  const call = filterOf(parsePointcut('call("% f(...)")').value);
  for (const text of ["f(1)", "f (1)", "(f)(1)", "f<int>(1)", 'f\n# 3 "x.h"\n(1)', "f/**/(1)"])
    expect(mentions(text, call), text).toBe(true);
  for (const text of ["p = &f;", "int f;", "x.f = 1", "g(f, 1)"])
    expect(mentions(text, call), text).toBe(false);
  const set = filterOf(parsePointcut('set("% inode::uid")').value);
  for (const text of ["i->uid = 1", "i . uid = 1", 'i->\n# 2 "a"\nuid = 1'])
    expect(mentions(text, set, { language: "c" }), text).toBe(true);
  expect(mentions("int uid; uid = 1;", set, { language: "c" })).toBe(false);
  expect(mentions("int uid; uid = 1;", set, { language: "c++" })).toBe(true);
});

test("the class around a member has to be named in a unit, not in a part of it", () => {
  const wait = filterOf(parsePointcut('execution("% Semaphore::%wait()")').value);
  const place = { language: "c++", isUnit: true } as const;
  expect(mentions("void hal_wait(); struct Semaphores {};", wait, place)).toBe(false);
  expect(mentions("struct Semaphore { void try_wait() {} };", wait, place)).toBe(true);
  expect(mentions("void try_wait() {}", wait, { language: "c++" })).toBe(true);
});

test("files have to be part of the text", () => {
  const filter = filterOf(parsePointcut('within(file("kernel/sched/%.c")) && call("% f(...)")').value);
  const own = '# 1 "kernel/sched/core.c"\n# 1 "include/f.h"\nvoid f(void);\nvoid g(void) { f(); }\n';
  expect(identifiersIn(own, filter)).toEqual(["f"]);
  expect(identifiersIn(own.replace("sched/core.c", "fork.c"), filter)).toEqual([]);
  expect(identifiersIn("f();", filter)).toEqual(["f"]);
  const alone = filterOf(parsePointcut('within(file("/usr/src/kernel/%.c")) && !within("% f()")').value);
  const relative = '# 1 "kernel/fork.c"\n';
  expect(identifiersIn(relative, alone)).toBeUndefined();
  expect(identifiersIn(relative, alone, { directory: "/usr/src" })).toBeUndefined();
  expect(identifiersIn(relative, alone, { directory: "/elsewhere" })).toEqual([]);
});

import { parseInProcess } from "@weft/weaver-bridge/clang-ast";
import { expect, test } from "vitest";
import { parseAspectFile } from "../syntax/parse-aspect-file.js";
import { parsePointcut } from "../syntax/parse-pointcut.js";
import { filterOf, identifiersIn, mentions } from "./filter.js";
import { matchPointcut } from "./match-pointcut.js";

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
];

test("no match is lost when only declarations that mention the filter's identifiers are parsed", () => {
  for (const text of POINTCUTS) {
    const { value, problems } = parsePointcut(text);
    expect(problems, text).toEqual([]);
    const identifiers = identifiersIn(UNIT, filterOf(value));
    const parse = (filter?: readonly string[]) =>
      matchPointcut(
        value,
        parseInProcess(UNIT, {
          language: "c",
          arguments: ["-std=gnu11"],
          fileName: "unit.c",
          ...(filter && { identifiers: filter }),
        }),
      ).shadows.map(({ shadow }) => `${shadow.kind} ${UNIT.slice(shadow.range.start, shadow.range.end)}`);
    const all = parse();
    expect(parse(identifiers), text).toEqual(all);
    expect(all.length, text).toBeGreaterThan(0);
    expect(mentions(UNIT, filterOf(value))).toBe(true);
  }
});

test("what a pointcut needs to be mentioned", () => {
  const filters = POINTCUTS.map(
    (text) => `${text}  =>  ${JSON.stringify(filterOf(parsePointcut(text).value))}`,
  );
  expect(filters.join("\n")).toMatchInlineSnapshot(`
    "execution("% sys_%(...)")  =>  {"identifiers":[],"patterns":["sys_%"]}
    execution("% %(...)")  =>  "all"
    execution("% %_o%(...)")  =>  {"identifiers":[],"patterns":["%_o%"]}
    call("% lock(...)")  =>  {"identifiers":["lock"],"patterns":[]}
    call("% %k(...)") && within("% sys_%(...)")  =>  {"identifiers":[],"patterns":["sys_%"]}
    set("% inode::i_%id")  =>  {"identifiers":[],"patterns":["i_%id"]}
    access("% ...::%id")  =>  {"identifiers":[],"patterns":["%id"]}
    access("inode")  =>  "all"
    get("% ...::%") && !within("% boot(...)")  =>  "all"
    within("% boot(...)")  =>  {"identifiers":["boot"],"patterns":[]}
    within("% boot(...)") || call("% get_uid(...)")  =>  {"identifiers":["boot","get_uid"],"patterns":[]}
    !execution("% %(...)")  =>  "all"
    !(call("% lock(...)") || within("% sys_%(...)"))  =>  "all"
    call("% lock(...)" || "% printk(...)")  =>  {"identifiers":["lock","printk"],"patterns":[]}
    call("% %(...)" && !"% printk(...)")  =>  "all"
    call(!"% lock(...)")  =>  "all"
    execution("% %(...)") && args("int")  =>  "all"
    result("int")  =>  "all"
    within(file("unit.c")) && set("int uid")  =>  {"identifiers":["uid"],"patterns":[]}
    access(member("inode"))  =>  "all"
    access("::")  =>  "all"
    ref("int uid") || get("static % %")  =>  "all"
    target("inode") && get("% ...::b")  =>  {"identifiers":["b"],"patterns":[]}
    set("int calls")  =>  {"identifiers":["calls"],"patterns":[]}"
  `);
});

test("aspects together need what any of their advice needs; a broken one needs nothing", () => {
  const file = (text: string) => parseAspectFile("t.ah", `aspect A { ${text} };`);
  const call = 'advice call("% kfree(...)") : before() {}';
  expect(filterOf([file(call), file('advice set("int x") : after() {}')])).toEqual({
    identifiers: ["kfree", "x"],
    patterns: [],
  });
  expect(filterOf([file(call), file('advice !within("% f()") : after() {}')])).toBe("all");
  expect(filterOf([file('advice call("% f(") : before() {}')])).toEqual({ identifiers: [], patterns: [] });
});

test("named pointcuts are looked through", () => {
  const files = [parseAspectFile("p.ah", 'pointcut calls() = "% sys_%(...)";')];
  const { value } = parsePointcut("execution(calls())");
  expect(filterOf(value, files)).toEqual({ identifiers: [], patterns: ["sys_%"] });
});

test("identifiers are found whole", () => {
  const filter = { identifiers: ["lock", "$x"], patterns: ["sys_%", "%_end"] };
  const text = "lock; unlock; lock_it; sys_a, ksys_a; x_end; _end; end; $x; y$x; \xe9lock";
  expect(identifiersIn(text, filter)).toEqual(["$x", "_end", "lock", "sys_a", "x_end"]);
  expect(identifiersIn(text, "all")).toBeUndefined();
  expect(identifiersIn(text, { identifiers: [], patterns: [] })).toEqual([]);
  expect(mentions("unlock(); ksys_()", filter)).toBe(false);
});

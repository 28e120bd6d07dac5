/** `weft refactor` as a command: it writes only when told to and proven, all files or none; its JSON is what the schema says. */
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { schemaErrors } from "../test/schemas.js";
import { folderWith, weft } from "../test/weft-process.js";

const PROJECT = JSON.stringify({
  name: "p",
  language: "c",
  aspects: [],
  commands: { compiler: "gcc", flags: ["-m32", "-O2"], files: ["*.c"] },
});
const PAIR = `void lock(void); void unlock(void);
extern int level;
void up(void)
{
	lock();
	level++;
	unlock();
}
`;
const NAMED = `void trace(const char *);
extern int level;
void up(void)
{
	trace("up");
	level++;
}
`;
const EXTRACT = ["refactor", "extract-pair", "a.c", "--begin", "5", "--end", "7", "--name", "Locking"];

test("shows and proves without writing; --apply writes what was proven", () => {
  const folder = folderWith({ "weft.json": PROJECT, "a.c": PAIR });
  const shown = weft(folder, EXTRACT);
  expect(shown.code, shown.err).toBe(0);
  expect(shown.out).toContain("+aspect Locking {");
  expect(shown.out).toContain("object code of p unchanged");
  expect(readFileSync(join(folder, "a.c"), "utf8")).toBe(PAIR);
  const applied = weft(folder, [...EXTRACT, "--apply", "--json"]);
  expect(applied.code, applied.err).toBe(0);
  const result = JSON.parse(applied.out);
  expect(schemaErrors("refactor", result)).toBe("");
  expect(result).toMatchObject({ applied: true, proof: { status: "unchanged", compared: 1 } });
  expect(readFileSync(join(folder, "a.c"), "utf8")).not.toContain("lock();");
  expect(JSON.parse(readFileSync(join(folder, "weft.json"), "utf8")).aspects).toEqual(["aspects/locking.ah"]);
  expect(weft(folder, ["check"]).code).toBe(0);
});

test("what is not proven is not written, except by force", () => {
  const folder = folderWith({ "weft.json": PROJECT, "a.c": NAMED });
  const words = ["refactor", "extract-pair", "a.c", "--begin", "5", "--name", "Trace", "--apply"];
  const refused = weft(folder, words);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain("refactor/not-applied");
  expect(readFileSync(join(folder, "a.c"), "utf8")).toBe(NAMED);
  expect(existsSync(join(folder, "aspects"))).toBe(false);
  const forced = weft(folder, [...words, "--force"]);
  expect(forced.out).toContain("applied to 3 files");
  expect(existsSync(join(folder, "aspects/trace.ah"))).toBe(true);
});

test("all files or none: a folder that can't be written leaves the others as they were", () => {
  const folder = folderWith({ "weft.json": PROJECT, "a.c": PAIR, "locked/keep": "" });
  chmodSync(join(folder, "locked"), 0o555);
  const words = [...EXTRACT, "--into", "locked/locking.ah", "--apply", "--no-proof"];
  const run = weft(folder, words, { obeyModes: true });
  expect(run.code).toBe(1);
  expect(run.err).toContain("permission denied");
  expect(readFileSync(join(folder, "a.c"), "utf8")).toBe(PAIR);
  expect(readFileSync(join(folder, "weft.json"), "utf8")).toBe(PROJECT);
});

test("says what can't be done, and where; a configuration that is not there is a problem of weft.json", () => {
  const folder = folderWith({ "weft.json": PROJECT, "a.c": PAIR });
  const run = weft(folder, ["refactor", "extract-pair", "a.c", "--begin", "1", "--json"]);
  expect(run.code).toBe(1);
  const result = JSON.parse(run.out);
  expect(schemaErrors("refactor", result)).toBe("");
  expect(result.problems[0]).toMatchObject({ code: "refactor/selection", range: { startLine: 1 } });
  const wrong = folderWith({ "weft.json": PROJECT.replace('"aspects"', '"configuration":"smp","aspects"') });
  expect(weft(wrong, ["check"]).err).toContain('has no configuration named "smp"');
});

const CXX_PROJECT = JSON.stringify({
  name: "p",
  language: "c++",
  aspects: ["a.ah"],
  commands: { compiler: "g++", flags: ["-m32", "-O2", "-fno-exceptions", "-fno-rtti"], files: ["*.cc"] },
});
const OVERLOADED = `void seen(int);
struct Thing {
  int a;
  Thing() : a(0) { seen(10); }
  Thing(int x) : a(x) { seen(10); if (x) return; seen(11); }
  ~Thing();
  void touch(int);
#define FIELD(t, n) t n
  FIELD(long, odd);
};
Thing::~Thing() { seen(20); }
void Thing::touch(int n) { seen(n); }
int use() { Thing t(1); t.touch(3); return t.a; }
`;
const BORN = `void seen(int);
aspect Born {
  advice construction("Thing") : before() { seen(1); }
  advice execution("% Thing::touch(...)") : before() { seen(4); }
  advice execution("% nowhere(...)") : before() { seen(5); }
};
`;

test("one of several constructors, and a member that a macro declares, move into an aspect", () => {
  const folder = folderWith({ "weft.json": CXX_PROJECT, "a.ah": BORN, "k.cc": OVERLOADED });
  for (const [line, member] of [
    ["5", "Thing(int x) : a(x)"],
    ["9", "FIELD(long, odd);"],
  ] as const) {
    const ran = weft(folder, ["refactor", "pull-out", `k.cc:${line}`]);
    expect(ran.code, ran.err).toBe(0);
    expect(ran.out).toContain(`+\t${member}`);
    expect(ran.out).toContain("object code of p unchanged");
  }
});

test("of an aspect's advice what can be written out is, and the rest says why it stays", () => {
  const folder = folderWith({ "weft.json": CXX_PROJECT, "a.ah": BORN, "k.cc": OVERLOADED });
  const ran = weft(folder, ["refactor", "inline", "Born"]);
  expect(ran.code, ran.err).toBe(0);
  expect(ran.out).toContain("void Thing::touch(int n) {");
  expect(ran.err).toContain("constructors that the compiler makes as well");
  expect(ran.err).toContain("warning[weft/refactor/selection]: advice 2 of Born reaches nothing there");
  const alone = weft(folder, ["refactor", "extract-pair", "k.cc", "--begin", "5"]);
  expect(alone.err).toContain("a construction pointcut would reach constructors that the compiler makes");
});

/** `PAIR` with its first statement written as `first`, in another function. */
const another = (name: string, first: string) =>
  PAIR.slice(PAIR.indexOf("void up")).replace("up(", `${name}(`).replace("lock();", first);

test("a statement that is a macro moves as it is written, one that a macro makes with more stays", () => {
  const macros = "#define LOCK() do { lock(); } while (0)\n#define LOCK_AND(more) lock(); more\n";
  const folder = folderWith({
    "weft.json": PROJECT,
    "a.c": `${PAIR}${macros}${another("down", "LOCK();")}${another("most", "LOCK_AND(level++);")}`,
  });
  const whole = weft(folder, ["refactor", "extract-pair", "a.c", "--begin", "13", "--end", "15", "--apply"]);
  expect(whole.code, whole.err).toBe(0);
  expect(whole.out).toContain("object code of p unchanged");
  expect(readFileSync(join(folder, "aspects/lock.ah"), "utf8")).toContain("\t\tLOCK();\n");
  expect(weft(folder, ["check"]).code).toBe(0);
  const part = weft(folder, EXTRACT);
  expect(part.code, part.err).toBe(0);
  expect(part.err).toContain("most keeps its statements: a macro makes part of a statement, or more than it");
  expect(part.out).toContain("object code of p unchanged");
});

test("a member in an unread unit is told so", () => {
  const broken = folderWith({
    "weft.json": PROJECT,
    "a.c": "struct s {\n\tint a;\n};\nint f(void) { return g; }\n",
  });
  const unread = weft(broken, ["refactor", "pull-out", "a.c:2"]);
  expect(unread.code).toBe(1);
  expect(unread.err).toContain("use of undeclared identifier 'g'");
  expect(unread.err).toContain("mend that first");
});

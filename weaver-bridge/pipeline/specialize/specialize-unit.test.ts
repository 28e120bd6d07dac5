// Code as kernels have it that the evaluator did not meet before: what comes out is what their compiler takes.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { declarationsFor, parseSpecFile } from "./spec-file.js";
import { type SpecializedUnit, specializeUnit } from "./specialize-unit.js";

async function bodyOf(source: string, declaration: string, more: readonly string[] = []): Promise<string> {
  const use = ({ made, problems }: SpecializedUnit, folder: string) => {
    expect(problems).toEqual([]);
    const [{ text = "" } = {}] = made;
    writeFileSync(join(folder, "a.c"), source + text);
    const words = ["-m32", "-O2", ...more, "-Wall", "-Werror", "-Wno-unused", "-c", "a.c", "-o", "a.o"];
    execFileSync("gcc", words, { cwd: folder });
    return text.slice(text.indexOf("\n{\n") + 3, -2);
  };
  return inFolder(source, declaration, use, more);
}

async function inFolder<Result>(
  source: string,
  declaration: string,
  use: (unit: SpecializedUnit, folder: string) => Result,
  more: readonly string[] = [],
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "weft-unit-"));
  try {
    const path = join(folder, "a.c");
    writeFileSync(path, source);
    const options = ["-m32", ...more];
    const unit = { directory: folder, path, compiler: ["gcc"], options, longBits: 32 } as const;
    const spec = parseSpecFile(join(folder, "a.spec"), declaration);
    return use(await specializeUnit(unit, declarationsFor(source, [spec])), folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const FILE = `
struct file { enum { NONE, PIPE, INODE } type; int readable; int pos; };
void panic(const char *) __attribute__((noreturn));
int from_pipe(struct file *), from_inode(struct file *);
int fileread(struct file *f, int n)
{
	if (f->readable == 0)
		return -1;
	if (f->type == PIPE)
		return from_pipe(f);
	if (f->type == INODE) {
		if (n > 4)
			n = from_inode(f);
		f->pos += n;
		return n;
	}
	panic("fileread");
}
`;

test("constants of an enumeration in a struct are known", async () => {
  const body = await bodyOf(FILE, "specialize fileread as read_pipe { f->type == PIPE; f->readable == 1; }");
  expect(body).toBe("\t(void)n;\n\treturn from_pipe(f);\n");
});

test("behind a call that does not come back a value is returned, as compilers want one", async () => {
  const body = await bodyOf(FILE, "specialize fileread as read_any { f->readable == 1; }");
  expect(body).toContain('panic("fileread");\n\treturn (int){ 0 };');
});

test("the address of an array is that of its first element, but for pointers to whole arrays", async () => {
  const source = `
const int table[2] = { 3, 4 };
int f(const int *at) { return at[1]; }
int g(const int (*at)[2]) { return (*at)[1]; }
`;
  for (const said of ["specialize f as f_4 { at == &table; }", "specialize g as g_4 { at == &table; }"])
    expect(await bodyOf(source, said)).toBe("\t(void)at;\n\treturn 4;\n");
});

test("a number that begins with 0 is octal", async () => {
  const source = "int f(int mode) { return mode & 0100 ? 1 : 2; }\n";
  expect(await bodyOf(source, "specialize f as f_open { mode == 0100; }")).toContain("return 1;");
});

test("a macro of a macro whose value is a struct is written as it is", async () => {
  const source = `
typedef struct { unsigned value; } id_t;
struct cred { id_t user; };
const struct cred *current(void);
static inline int same(id_t left, id_t right) { return left.value == right.value; }
#define CRED() ({ do { } while (0); current(); })
#define FIELD(x) ({ CRED()->x; })
#define USER() FIELD(user)
int f(id_t owner, int mask)
{
	if (same(USER(), owner))
		return mask & 2;
	return mask & 1;
}
`;
  const body = await bodyOf(source, "specialize f as f_1 { mask == 1; }");
  expect(body).toContain("if (same(USER(), owner))");
  expect(body.match(/return [^;]*/g)).toEqual(["return 0", "return 1"]);
});

test("what is required and not known is told at its name, and the residual function is there to look at", async () => {
  const source = "int f(int a, int b) { int c = a + 1; return c * b; }\n";
  const declaration = "specialize f as f_1 { a == 1; require static: c, return, d; }";
  const { said, made } = await inFolder(source, declaration, ({ problems, made }) => ({
    said: problems.map(({ message, range, severity }) => {
      const at = declaration.slice((range?.startColumn ?? 1) - 1, (range?.endColumn ?? 1) - 1);
      return `${severity} ${at}: ${message}`;
    }),
    made: made.length,
  }));
  expect(said).toEqual([
    expect.stringMatching(/^error return: what is returned is not static: c \* b\b/),
    "error d: the function reads no variable d, so nothing can be required of it",
  ]);
  expect(made).toBe(1);
});

test("what is assumed of something that nothing tests is told, and costs nothing", async () => {
  const source = "int f(int a, int b) { if (a > 3) return b; return 0; }\n";
  const declaration = "specialize f as f_1 { assume a > 3, b < 2; }";
  const said = await inFolder(source, declaration, ({ problems, made }) => [
    ...problems.map(({ message, severity }) => `${severity}: ${message}`),
    made[0]?.residual.lines.at(-2)?.text,
  ]);
  expect(said).toEqual([
    "warning: nothing in f compares b with a constant, so this is not used",
    "\treturn b;",
  ]);
});

test("values that there is code for each of are constants or names, of something that is not known otherwise", async () => {
  const source = `
enum op { READ, WRITE };
struct ops { int (*put)(int c); };
static int twice(int c) { return 2 * c; }
static int next(int c) { return c + 1; }
const struct ops a = { twice }, b = { next };
int f(const struct ops *ops, enum op op, int n) { return op == READ ? ops->put(n) : n; }
`;
  const both = await bodyOf(source, "specialize f as f_1 { op == READ; for each ops in &a, &b; }");
  expect(both).toContain("if (ops == &a)");
  expect(both).toContain("2 * n");
  expect(both).toContain("n + 1");
  const declaration =
    "specialize f as f_1 { op == READ; for each op in READ, WRITE; }\n" +
    "specialize f as f_2 { for each op in READ, WRIET; }\n" +
    "specialize f as f_3 { for each ops in READ, 3; }\n" +
    "specialize f as f_4 { for each oq in READ, WRITE; }\n";
  const said = await inFolder(source, declaration, ({ problems }) => problems.map(({ message }) => message));
  expect(said).toEqual([
    "op is said to be something else before",
    "WRIET is no constant here: use of undeclared identifier 'WRIET'",
    "ops is no integer (const struct ops *); a pointer can be 0, nonnull, a function, an address, or a number as a pointer",
    "there is no parameter oq; there are: ops, op, n",
  ]);
});

test("enumerations are as short as the unit's options make them", async () => {
  const source = `
enum level { LOW, HIGH = 200 };
struct port { enum level level; };
int f(struct port *p, int n) { enum level level = n + 100; p->level += 100; return level + p->level * 1000 + sizeof(struct port); }
`;
  const f = "specialize f as f_1 { n == 200; p->level == HIGH; }";
  expect(await bodyOf(source, f)).toContain("return 300304;");
  expect(await bodyOf(source, f, ["-fshort-enums"])).toContain("return 44045;");
});

test("where members stand is not known where an option of the unit's says so", async () => {
  const source = `
struct wire { char kind; int size; };
struct wide { int kind; long long size; };
int f(int n) { return n + sizeof(struct wire) * 1000 + sizeof(struct wide); }
`;
  const f = "specialize f as f_1 { n == 3; }";
  expect(await bodyOf(source, f)).toContain("return 8015;");
  for (const option of ["-fpack-struct", "-fpack-struct=2", "-malign-double"])
    expect(await bodyOf(source, f, [option]), option).toContain("sizeof(struct wire)");
});

test("an option that clang does not know is told with its words", async () => {
  const said = await inFolder(
    "int f(int n) { return n; }\n",
    "specialize f as f_1 { n == 3; }",
    ({ made, problems }) => [made.length, ...problems.map(({ message }) => message)],
    ["-mno-align-double"],
  );
  expect(said).toEqual([
    0,
    expect.stringMatching(/^clang can't read a\.c by its command, .*unknown argument: '-mno-align-double'/),
  ]);
});

test("a relation is known until one of the two may have been written, and asked of what compares them", async () => {
  const source = `
struct s { int a, b; };
int look(void);
int f(struct s *p, int *q, int n) { if (p->a != n) return 1; *q = 3; return p->a == n ? 2 : 5; }
int g(unsigned n, int m, int k) { int more = n < m; return more + (n < (unsigned)k) + (m ^ k ? 7 : 0); }
`;
  expect(await bodyOf(source, "specialize f as f_1 { p->a == n; }")).toContain("return p->a == n ? 2 : 5;");
  expect(await bodyOf(source, "specialize g as g_1 { assume m > n, m == k; }")).toContain(
    "return 1 + (n < (unsigned)k);",
  );
  const declaration = "specialize g as g_1 { assume m == kk; assume n == k; }";
  const said = await inFolder(source, declaration, ({ problems }) => problems.map(({ message }) => message));
  expect(said).toEqual([expect.stringContaining("kk")]);
});

test("what is said to write a member leaves other members, and variables that are no structures", async () => {
  const source = `
struct task { int state, uid; };
extern void wake(struct task *task);
int mode;
int f(struct task *p, struct task *other, int *q, int n)
{
	if (n)
		wake(other);
	return p->state + p->uid + mode + *q;
}
`;
  const facts = "p->uid == 3; p->state == 5; mode == 2; q[0] == 9;";
  const body = await bodyOf(source, `specialize f as f_1 { ${facts} extern wake(task) writes task->state; }`);
  expect(body).toContain("return 19;");
  expect(body).toContain("return p->state + 3 + 2 + *q;");
  const declaration = "specialize f as f_1 { n == 1; extern wake() writes task->nothing, mood; }";
  const said = await inFolder(source, declaration, ({ problems }) => problems.map(({ message }) => message));
  expect(said).toEqual([
    "wake has no parameter that points to a structure with the member task->nothing",
    "there is no variable mood of file scope here",
  ]);
});

test("what is assumed of a number holds where C compares it as one of another type, if it is the same there", async () => {
  const source = "int f(int n) { return (n < 5u ? 1 : 2) + (n == 7u ? 10 : 20); }\n";
  const f = async (said: string) => (await bodyOf(source, `specialize f as f_1 { ${said}; }`)).trim();
  expect(await f("assume n < 5")).toBe("return (n < 5u ? 1 : 2) + (n == 7u ? 10 : 20);");
  expect(await f("assume n >= 0, n < 5")).toContain("return 21;");
  expect(await f("assume n != 7")).toBe("return (n < 5u ? 1 : 2) + 20;");
});

test("a structure that is written as a whole is another one in its members", async () => {
  const source = `
struct in { int p, q; };
int f(struct in w, struct in v) { if (w.p == 5) { w = v; return w.p == 5 ? 1 : 2; } return w.p == 5 ? 3 : 4; }
`;
  expect(await bodyOf(source, "specialize f as f_1 { assume w.p == 5; }")).toBe(
    "\tw = v;\n\treturn w.p == 5 ? 1 : 2;\n",
  );
});

test("a limit says which loop is copied so often, and the loop stays one", async () => {
  const source = `
int count(const char *at, int most)
{
	int found = 0;
	for (int i = 0; i < most; i++)
		if (at[i] == i)
			found ^= at[i + 1];
	return found;
}
int many(int *p, int k) { ${"p[1] += p[0]; ".repeat(20)} return k; }
`;
  const limitsOf = (clause: string) =>
    inFolder(source, `specialize count as count_40 { most == 40; ${clause} }`, ({ made: [one] }) => ({
      limits: one?.residual.limits,
      lines: one?.residual.lines.length ?? 0,
    }));
  expect((await limitsOf("")).limits).toEqual([]);
  const few = await limitsOf("limits statements 30;");
  const told = "more than 30 residual statements, most of them copies of line 5 in count";
  expect(few.limits).toEqual([`i: ${told}, so made dynamic there (limits statements)`]);
  expect(few.lines).toBeLessThan(30);
  const declaration = "specialize many as many_1 { k == 1; limits statements 10; }";
  const refused = await inFolder(source, declaration, ({ problems }) =>
    problems.map(({ message }) => message),
  );
  expect(refused).toEqual([
    expect.stringContaining("more than 10 residual statements (for more: limits statements 40)"),
  ]);
});

test("structs that functions declare for themselves come along, one without a name gets one", async () => {
  const source = `
static int twice(int k) { struct pair { short first; int second; } p = { 1, k }; return p.first + p.second; }
int f(int n, int z)
{
	struct both { int a, b; };
	struct { int head; union { struct both r; int z; } data; } m, *pm = &m;
	m.data.r.a = n;
	m.data.r.b = z;
	pm->head = 3;
	int t = twice(n);
	return m.data.r.a + m.data.r.b + m.head + t;
}
`;
  const body = await bodyOf(source, "specialize f as f_4 { n == 4; }");
  expect(body).toContain("\tstruct both { int a, b; };\n\tstruct m_type { int head;");
  expect(body).toContain("\tstruct m_type m;\n");
  expect(body).toContain("return m.data.r.a + m.data.r.b + 3 + 5;");
});

test("a struct of a function that means another one elsewhere is not read", async () => {
  const source = `
struct pair { int first; };
int f(int n) { struct pair { short first; } p = { n }; return p.first; }
static int small(int n) { struct pair { short first; } p; p.first = n; return p.first; }
int g(int n, struct pair *p) { return small(n) + p->first; }
`;
  await inFolder(source, "specialize f as f_4 { n == 4; }", ({ problems }) =>
    expect(problems[0]?.message).toContain("a struct pair that a function declares for itself has"),
  );
  expect(await bodyOf(source, "specialize g as g_4 { n == 4; }")).toContain("return small(4) + p->first;");
});

test("a call is followed where its value is an argument of another call", async () => {
  const source = `
int put(int c);
static int length(const char *at) { int n = 0; while (at[n]) n++; return n; }
static int least(int a, int b) { return a < b ? a : b; }
static const char name[] = "disk";
int f(const char *at, int most) { return put(least(length(at) + 1, most)) + least(put(most), most); }
`;
  const body = await bodyOf(source, "specialize f as f_disk { at == &name; most == 48; }");
  expect(body).toContain("put(5");
  expect(body).not.toContain("length(");
});

test("a function that a macro names is called once", async () => {
  const source = `
int put_slowly(int c);
#define put put_slowly
int f(int n, int z) { return put(z) + n; }
`;
  expect(await bodyOf(source, "specialize f as f_4 { n == 4; }")).toContain("return put(z) + 4;");
});

test("what functions may look at that are called is written before, also where they change nothing", async () => {
  const source = `
struct s { int x, y; };
struct s *g;
int look(void);
__attribute__((noinline)) static int get(int k) { return g->x + k; }
static int twice(int k) { return k + k; }
int f(struct s *p, int z) { p->x = 3; int a = get(z); p->x = 4; return a; }
int h(struct s *p, int z) { p->x = 3; int a = look(); p->x = 4; return a; }
int k(struct s *p, int z) { p->x = 3; int a = twice(z); p->x = 4; return a; }
`;
  const facts = "p->y == 1; p noalias; extern look() pure;";
  for (const name of ["f", "h"])
    expect(await bodyOf(source, `specialize ${name} as it_1 { ${facts} }`)).toMatch(
      /p->x = 3;\n\ta = \w+\(z?\);\n\tp->x = 4;/,
    );
  expect(await bodyOf(source, `specialize k as k_1 { ${facts} }`)).not.toContain("p->x = 3;");
});

const ONE_OF = `
int h(unsigned n) {
	if (n > 4) return 1;
	if (n == 3) return 2;
	switch (n) { case 1: return 7; case 3: return 8; case 2: return 9; default: return 3; }
}
`;

test("of something that is one of several values the others are not asked for", async () => {
  expect(await bodyOf(ONE_OF, "specialize h as h_124 { n in 1, 2, 2 * 2; }")).toBe(
    "\tswitch (n) {\n\tcase 1:\n\t\treturn 7;\n\tcase 2:\n\t\treturn 9;\n\t}\n\treturn 3;\n",
  );
  expect(await bodyOf(ONE_OF, "specialize h as h_12 { n in 1, 2; }")).not.toContain("return 3");
  // To C this is a large number, not one below 4.
  expect(await bodyOf(ONE_OF, "specialize h as h_most { n in -1, 3; }")).toContain("if (n > 4)");
});

test("what a function writes is forgotten behind its call, and what a pointer leads to that may be it", async () => {
  const source = `
struct s { int x, y; };
int level;
struct s all;
void note(int k);
int f(struct s *p, int *q, int z) { note(z); return p->x + *q + level + all.x; }
`;
  const facts = "p->x == 1; q[0] == 2; level == 4; all.x == 5;";
  const body = (said: string) => bodyOf(source, `specialize f as f_1 { ${facts} ${said} }`);
  expect(await body("extern note() writes level;")).toContain("return 1 + *q + level + 5;");
  expect(await body("extern note() writes all;")).toContain("return p->x + *q + 4 + all.x;");
  await inFolder(source, "specialize f as f_1 { p->x == 1; extern note() writes levels; }", ({ problems }) =>
    expect(problems).toMatchObject([
      {
        message: "there is no variable levels of file scope here",
        range: { startColumn: 55, endColumn: 61 },
      },
    ]),
  );
});

test("what macros make of macros keeps its text where it is all of it: assembly, sizes, types, _Generic", async () => {
  const source = `
#define barrier() __asm__ __volatile__("" ::: "memory")
#define preempt_disable() barrier()
#define SIZE(x) ({ const __typeof__(x) *at = &(x); take(at, sizeof(x)); })
#define READ(x) ({ __typeof__(x) value = *(const volatile __typeof__(x) *)&(x); value; })
#define KIND(x) _Generic((x), int: 1, char: 2, default: 3)
int take(const void *at, unsigned size);
struct port { int count; char list[4]; };
int f(struct port *p, int n, char c)
{
	preempt_disable();
	p->count += n;
	preempt_disable();
	if (KIND(c) == 2)
		n += SIZE(c);
	return n + READ(p->list[n]);
}
`;
  const body = await bodyOf(source, "specialize f as f_1 { n == 1; }");
  expect(body.match(/preempt_disable\(\);/g)).toHaveLength(2);
  expect(body).not.toContain("KIND");
});

test("code that the compiler adds behind a variable, or assembly that needs its own frame, is told as the reason", async () => {
  const source = `void done(int *); int held(int k) { int x __attribute__((cleanup(done))) = k; return x + 1; }
static int framed(int a, int k) { asm("pushl %1; popl %0" : "=r"(a) : "r"(k)); return a; }
static int named(int a, int k) { asm("here: movl %1,%0" : "=r"(a) : "r"(k)); return a; }
static int plain(int a, int k) { asm("1: movl %1,%0\\n2:" : "=r"(a) : "r"(k)); return a; }
static int counted(unsigned long address, int n) { return (int)address + n; }
int all(int a, int k, int *p) { int r = framed(a, 1); r += named(a, 2); r += plain(a, 3); r += counted((unsigned long)p, a); return r; }
`;
  const reasons = await inFolder(
    source,
    "specialize all as all_2 { } specialize held as held_2 { k == 2; }",
    (unit) => [
      ...unit.problems.map(({ message }) => message),
      ...unit.made.flatMap(({ residual }) => residual.notes.flatMap(({ unknown }) => unknown)),
    ],
  );
  expect(reasons[0]).toContain("held is not specialized: x is declared cleanup");
  expect(reasons.filter((one) => one.includes("not followed"))).toEqual([
    "framed() (not followed: there is assembly in it that may use its frame)",
    "named() (not followed: there is assembly in it that may use its frame)",
    "counted() (not followed: it gets an address as a number, of which nothing is known)",
  ]);
});

test("what reads the result of a call that is followed is not told to read the call's arguments", async () => {
  const source = `static int picked(int k, int d) { return k == 2 ? d : -d; }
int all(int k, int d) { int r = picked(k, d) + d; return r; }
`;
  const unknown = await inFolder(source, "specialize all as all_2 { k == 2; }", ({ made }) =>
    made.flatMap(({ residual }) =>
      residual.notes.filter(({ writes }) => writes === "r").map((note) => note.unknown),
    ),
  );
  expect(unknown).toEqual([["a call's result", "d"]]);
});

test("a macro that was empty, and is undone in a file behind the function, is in no residual code", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-late-"));
  try {
    writeFileSync(join(folder, "late.h"), "#undef MARK\n");
    const source = `#define MARK\nint g(int);\nint f(int k, int n) { return g(n MARK * 2 - n) + k; }\n#include "late.h"\n`;
    const body = await bodyOf(source, "specialize f as f_2 { k == 2; }", [`-I${folder}`]);
    expect(body).toContain("return g(n * 2 - n) + 2;");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

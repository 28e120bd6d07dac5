/** `cflow` per thread, and the guard that keeps objects with different layouts of a struct apart. */
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { currentThreadFile } from "@weft/weaver-bridge/weaver";
import { describe, expect, test } from "vitest";
import { CLANGXX } from "../support/compilers.js";
import {
  CLANG_STRICT,
  compile,
  GCC_STRICT,
  inFolder,
  runProgram,
  weaveSource,
} from "./support/weave-source.js";

const HEAD = "extern int printf(const char *, ...);\n";

const THREADS = `${HEAD}struct thread { int id; char stack[8]; };
static struct thread threads[2] = {{ .id = 1 }, { .id = 2 }}; struct thread *running = threads;
int note(const char *what) { return printf("%s %d\\n", what, running->id); }
static void other(void) { struct thread *before = running; running = &threads[1]; note("other"); running = before; }
void locked(void) { note("inside"); other(); threads[1] = *running; threads[1].id = 3; other(); }
int main(void) { note("outside"); locked(); note("after"); return 0; }`;

const CXX_THREADS = `extern "C" int printf(const char *, ...);
class thread { public: int id; char stack[8]; thread(int n) : id(n) { } };
thread one(1), two(2); thread *running = &one;
int note(const char *what) { return printf("%s %d\\n", what, running->id); }
static void other() { thread *before = running; running = &two; note("other"); running = before; }
void locked() { note("inside"); other(); }
int main() { note("outside"); locked(); note("after"); return 0; }`;

const ASPECTS = `aspect A { advice execution("% note(...)") && cflow(execution("% locked()")) : before() { printf("locked: "); } };`;

describe("cflow", () => {
  const thread = currentThreadFile("weft.json", "running", { struct: "thread", beforeField: "stack" });

  test("counts per thread where the project names the thread", () => {
    const { woven, problems } = weaveSource(THREADS, ASPECTS, { thread });
    expect(problems).toEqual([]);
    for (const command of [[...GCC_STRICT], [...CLANG_STRICT]]) {
      expect(compile(woven.text, command)).toBe("");
      // A thread that is a copy of one inside is not inside itself.
      expect(runProgram(woven.text, command).trim().split("\n")).toEqual([
        "outside 1",
        "locked: inside 1",
        "other 2",
        "other 3",
        "after 1",
      ]);
    }
  });

  test("counts per thread in C++ as well", () => {
    const { woven, problems } = weaveSource(CXX_THREADS, ASPECTS, { thread, dialect: "-std=gnu++98" });
    expect(problems).toEqual([]);
    for (const compiler of ["g++", CLANGXX]) {
      const command = [compiler, "-m32", "-std=gnu++98", "-O2", "-Wall", "-Wextra"];
      expect(compile(woven.text, command)).toBe("");
      expect(runProgram(woven.text, command).trim().split("\n")).toEqual([
        "outside 1",
        "locked: inside 1",
        "other 2",
        "after 1",
      ]);
    }
  });

  test.each(["c", "c++"])("stays inside until the outermost trigger is left, in %s", (language) => {
    const depth = `int note(const char *what) { return printf("%s\\n", what); }
void locked(int depth) { if (depth > 0) { locked(depth - 1); note("inner left"); } }
void twice() { locked(1); note("left"); running = &REUSED; locked(1); }`;
    const isC = language === "c";
    const kernel = isC
      ? `${HEAD}struct thread { int id; char stack[8]; }; static struct thread first, REUSED; struct thread *running = &first;`
      : `extern "C" int printf(const char *, ...); class thread { public: int id; char stack[8]; }; thread first, REUSED; thread *running = &first;`;
    const main = "int main(void) { __builtin_memset(&REUSED, 0x5a, sizeof REUSED); twice(); return 0; }";
    const text = `${kernel}\n${depth.replace("twice()", isC ? "twice(void)" : "twice()")}\n${main}`;
    const aspects = ASPECTS.replace("locked()", "locked(int)");
    const { woven, problems } = weaveSource(text, aspects, {
      thread,
      ...(isC ? {} : { dialect: "-std=gnu++98" }),
    });
    expect(problems).toEqual([]);
    const commands = isC
      ? [[...GCC_STRICT], [...CLANG_STRICT]]
      : ["g++", CLANGXX].map((compiler) => [compiler, "-m32", "-std=gnu++98", "-O2", "-Wall", "-Wextra"]);
    for (const command of commands) {
      expect(compile(woven.text, command)).toBe("");
      expect(runProgram(woven.text, command).trim().split("\n")).toEqual([
        "locked: inner left",
        "left",
        "locked: inner left",
      ]);
    }
  });

  test("counts for all threads together without", () => {
    const { woven } = weaveSource(THREADS, ASPECTS);
    expect(
      runProgram(woven.text, [...GCC_STRICT])
        .trim()
        .split("\n"),
    ).toEqual(["outside 1", "locked: inside 1", "locked: other 2", "locked: other 3", "after 1"]);
    expect(woven.effects[0]?.condition).toBe('while control is inside execution("% locked()")');
  });
});

describe("a struct with introduced fields", () => {
  const unit = (body: string) => `struct inode { int i_uid; };\n${body}`;
  const slice = (field: string) => `aspect A { advice "inode" : slice struct { ${field} }; };`;
  const first = unit("int use(struct inode *i) { return i->i_uid; }");
  const second = unit("int use(struct inode *); int main(void) { struct inode i = { 0 }; return use(&i); }");

  /** What the linker says about two objects. */
  const link = (one: string, two: string, flags: readonly string[]) =>
    inFolder((folder) => {
      const objects = [one, two].map((text, index) => {
        const file = join(folder, `${index}.o`);
        expect(compile(text, [...flags, "-Wno-missing-field-initializers"], { file })).toBe("");
        return file;
      });
      const output = join(folder, "out");
      const run = spawnSync(flags[0] as string, [...flags.slice(1, 2), ...objects, "-o", output], {
        encoding: "utf8",
        timeout: 60_000,
      });
      const sections = run.status === 0 ? execFileSync("size", ["-A", output], { encoding: "utf8" }) : "";
      return { said: run.stderr, code: run.status, sections };
    });

  test.each([[[...GCC_STRICT]], [[...CLANG_STRICT]]])(
    "%s links with its like, and with no other",
    (flags) => {
      const [a, b] = [first, second].map((text) => weaveSource(text, slice("long woven_by;")).woven.text);
      const other = weaveSource(second, slice("short woven_by;")).woven.text;
      const same = weaveSource(second, slice("long\n   woven_by ;")).woven.text;
      const good = link(a as string, b as string, flags);
      expect(good.said).toBe("");
      expect(good.sections).not.toContain(".discard");
      expect(link(a as string, same, flags).code).toBe(0);
      const bad = link(a as string, other, flags);
      expect(bad.code).not.toBe(0);
      expect(bad.said).toContain("multiple definition of `__weft_layout_of_inode'");
    },
  );

  test("initialisers without designators are refused where a field comes before others", () => {
    const { woven } = weaveSource(
      "struct inode { int a; int b; }; struct inode i = { 1, 2 };",
      'aspect A { advice "inode" : before("b") slice struct { int c; }; };',
    );
    expect(compile(woven.text, ["gcc", "-m32"])).toMatch(
      /in\.c:1:\d+: error: positional initialization of field/,
    );
  });
});

describe("atomic objects", () => {
  const text = `struct shared { _Atomic int a; _Atomic(long) b; int plain; };
int use(struct shared *s) { s->a++; s->b += 2; s->a = 5; s->plain++; return s->a; }
int main(void) { struct shared s = { 1, 2, 3 }; return use(&s) + (int)s.b - 9; }`;
  const aspects = 'aspect T { int n; advice get("% shared::%") || set("% shared::%") : before() { n++; } };';

  test("are read and written under advice, and their updates stay one operation", () => {
    const { woven, problems } = weaveSource(text, aspects);
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(["weave/atomic-update"]));
    expect(woven.text).toMatch(/->a\s*\+\+/);
    expect(woven.effects.map(({ title }) => title.replace(/.* (get|set) of .*::/, "$1 "))).toEqual(
      expect.arrayContaining(["set a", "get plain", "set plain", "get a", "get b"]),
    );
    for (const command of [[...GCC_STRICT], [...CLANG_STRICT]])
      expect(runProgram(woven.text, command)).toBe("");
  });
});

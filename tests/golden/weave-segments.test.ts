/** Objects in the named address spaces of x86, where Linux keeps what each processor has of its own: they stay there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CLANG } from "../support/compilers.js";
import { compile, inFolder, runProgram, weaveSource } from "./support/weave-source.js";

/** Makes `mine` what %gs is, and reaches it only so; returns what it left there. */
const SOURCE = `extern int printf(const char *, ...);
struct in { short a, b; };
struct cpu { int id, load; int a[4]; struct in in; unsigned bits : 5; const char *name; int *p; };
#define gs ((SEGMENT struct cpu *)zero)
typedef SEGMENT int percpu_int;
static volatile unsigned long zero;
volatile struct cpu mine = { 1, 2, {3, 4, 5, 6}, {7, 8}, 9, "hi", (int *)&mine.load };
static int rd(SEGMENT struct cpu *c) { return c->load + c->a[2] + c->in.b + c->bits + c->name[0]; }
static int objects(void) { return (*gs).load + (*gs).a[1] + (*gs).in.a; }
static void wr(SEGMENT struct cpu *c, int v) { c->load = v; c->a[v & 3] += 2; c->in.b++; --c->bits; c->id <<= 2; (*gs).in.a ^= 3; }
static struct in whole(void) { return (*gs).in; }
static SEGMENT int *ref(void) { return &gs->load; }
static int through(void) { percpu_int *q = (percpu_int *)&gs->load; return *q + *gs->p; }
int main(void) {
  long done; struct in w; int a, b;
  __asm__ volatile ("syscall" : "=a"(done) : "0"(158L), "D"(0x1001L), "S"(&mine) : "rcx", "r11", "memory");
  a = rd(gs); b = objects(); wr(gs, 5); w = whole();
  printf("%d %d %d %d %d %d %d %d ", a, b, mine.load, mine.a[1], mine.in.b, mine.bits, mine.id, mine.in.a);
  printf("%d %d %d\\n", w.a + w.b, *ref(), through()); return 0;
}`;
const OUTPUT = "128 13 5 6 9 8 4 4 13 5 10\n";

const ACCESS = `aspect Count {
  int got, put, referred;
  advice get("% cpu::%") || get("% in::%") : before() { got++; }
  advice get("% cpu::load") : around() { got++; tjp->proceed(); }
  advice set("% cpu::%") || set("% in::%") : around() { put++; tjp->proceed(); }
  advice ref("% cpu::%") : after() { referred++; }
  advice execution("% main(...)") : after() { printf("%d %d %d\\n", got, put, referred); }
};
`;
const OPERATORS = `aspect Count {
  int n;
  advice builtin("% operator ++(...)") || builtin("% operator +=(...)") || builtin("% operator &(...)") || builtin("% operator [](...)") : before() { n++; }
};
`;

for (const aspects of [ACCESS, OPERATORS])
  test(`accesses and operators keep the segment: ${aspects === ACCESS ? "access" : "builtin"}`, () => {
    const options = { flags: ["-m64"] };
    const { woven, problems } = weaveSource(SOURCE.replaceAll("SEGMENT", "__seg_gs"), aspects, options);
    expect(problems).toEqual([]);
    // The same program without segments.
    const flat = SOURCE.replaceAll("SEGMENT", "").replace("*)zero)", "*)(unsigned long)&mine)");
    const expected = runProgram(weaveSource(flat, aspects, options).woven.text, ["gcc", "-m64", "-O0", "-w"]);
    expect(expected).toContain(OUTPUT);
    for (const level of ["-O0", "-O2"]) {
      const command = ["gcc", "-m64", level, "-Wall", "-Wno-unused", "-Werror"];
      expect(runProgram(woven.text, command)).toBe(expected);
    }
    // As clang's own preprocessor leaves it.
    const attribute = "__attribute__((address_space(256)))";
    const other = weaveSource(SOURCE.replaceAll("SEGMENT", attribute), aspects, options);
    expect(runProgram(other.woven.text, [CLANG, "-m64", "-O2", "-w"])).toBe(expected);
  });

test("variables in a segment, scalars, arrays and pointers there, are matched and woven by their own types", () => {
  const source = `extern __seg_fs int count; __seg_fs int vec[4]; struct s { int x; }; struct s __seg_fs st; extern struct s *__seg_fs cur; typedef int __seg_fs pi; extern pi tp;
int load(void) { return count + vec[1] + st.x + tp + cur->x; }
void store(int v) { count = v; count += 2; vec[v] = 3; st.x++; tp = 1; cur = 0; }
__seg_fs int *at(void) { return &count; }
struct s copy(void) { return st; }
`;
  const aspects = `int seen;
aspect A {
  advice get("int %") || get("struct s %") || get("% s::%") : before() { seen++; }
  advice set("int %") || set("% s::%") || set("struct s *cur") : around() { seen++; tjp->proceed(); }
  advice ref("% count") : after() { seen--; }
};
`;
  const { unitText, woven, problems } = weaveSource(source, aspects, { flags: ["-m64"] });
  expect(problems).toEqual([]);
  const flat = weaveSource(source.replaceAll("__seg_fs", ""), aspects, { flags: ["-m64"] });
  expect(woven.effects.length).toBeGreaterThan(10);
  expect(woven.effects).toHaveLength(flat.woven.effects.length);
  expect(compile(woven.text, ["gcc", "-m64", "-O2", "-Wall", "-Wextra", "-Werror"])).toBe("");
  expect(segments(woven.text)).toBe(segments(unitText));
});

test("a segment that libclang does not read is told, not lost", () => {
  const source = "struct s { int x; } __seg_gs st;\nint load(void) { return st.x; }\n";
  const { unitText, woven, problems } = weaveSource(
    source,
    'aspect A { advice get("% s::x") : before() { } };',
  );
  expect(problems.map(({ code }) => code)).toEqual(["weave/unread-address-space"]);
  expect(woven.text).toContain(unitText.trim());
});

/** How often code reaches into a segment. */
const segments = (text: string) =>
  inFolder((folder) => {
    const file = join(folder, "unit.s");
    expect(compile(text, ["gcc", "-m64", "-O2", "-S", "-w"], { file })).toBe("");
    return readFileSync(file, "latin1").match(/%fs:/g)?.length;
  });

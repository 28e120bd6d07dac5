/** Calls whose arguments a declaration doesn't say: of undeclared functions, and with `__builtin_va_arg_pack()`. */
import { expect, test } from "vitest";
import { CLANG } from "../support/compilers.js";
import { compile, runProgram, weaveSource } from "./support/weave-source.js";

const UNDECLARED = `extern int printf(const char *, ...);
int use(int n) { return far_away(n, 2)
 + far_away(n, 'c'); }
int two(int n) { int far_two(); far_one(); return far_two(n, 2.0f) + far_away(1, "x" != 0); }
int later(int n) { return n ? later2(n - 1) : 4; }
int later2(int n) { return later(n) + 1; }
int main(void) { printf("%d %d %d\\n", use(3), two(4), later(3)); return 0; }
int far_away(int a, int b) { return a * 10 + b; }
int far_one(void) { return 1; }
int far_two(int a, double b) { return a + (int)b; }
`;
const ADVICE = `int seen;
aspect T {
  advice call("% far_%(...)") || call("% later2(...)") : around() { seen++; tjp->proceed(); }
  advice call("% far_away(...)") : before() { tjp->arg1++; }
  advice execution("% main(...)") : after() { printf("%d\\n", seen); }
};
`;

for (const dialect of ["gnu89", "gnu99", "gnu17"])
  for (const compiler of ["gcc", CLANG])
    test(`calls of undeclared functions, ${dialect}, ${compiler}: woven, and warned of in the same places`, () => {
      const { unitText, woven, problems } = weaveSource(UNDECLARED, ADVICE, { dialect: `-std=${dialect}` });
      expect(problems).toEqual([]);
      const command = [compiler, "-m32", `-std=${dialect}`, "-O1"];
      if (compiler !== "gcc")
        command.push("-Wno-error=implicit-function-declaration", "-Wno-deprecated-non-prototype");
      expect(warnings(compile(woven.text, [...command, "-Wall"]))).toEqual(
        warnings(compile(unitText, [...command, "-Wall"])),
      );
      expect(runProgram(woven.text, [...command, "-w"])).toBe("163 18 7\n8\n");
    });

const warnings = (said: string) => said.match(/^\S+: warning: .*/gm);

const PACKED = `extern int printf(const char *, ...);
__attribute__((noinline)) int pr(const char *f, ...) { __builtin_va_list l; __builtin_va_start(l, f); int r = __builtin_va_arg(l, int); r += __builtin_va_arg(l, int); __builtin_va_end(l); return r; }
struct two { long a, b; };
__attribute__((noinline)) struct two prs(int n, const char *f, ...) { __builtin_va_list l; __builtin_va_start(l, f); struct two r = { n, __builtin_va_arg(l, int) }; __builtin_va_end(l); return r; }
extern inline __attribute__((gnu_inline, always_inline)) int wrap(const char *f, ...) { return pr(f, __builtin_va_arg_pack()); }
static inline __attribute__((always_inline)) struct two wraps(const char *f, ...) { return prs(__builtin_va_arg_pack_len(), f, 7, __builtin_va_arg_pack()); }
extern inline __attribute__((gnu_inline, always_inline, artificial)) int wrapg(const char *f, ...) { if (__builtin_va_arg_pack_len() > 4) return pr("", 0, 0); return 2 * wrap(f, __builtin_va_arg_pack()); }
int t(int x) { return wrap("%d %d", x, 4); }
int main(void) { struct two q = wraps("%d", 5, 6, 9); printf("%d %d %ld %ld\\n", t(5), wrapg("", 3, 4), q.a, q.b); return 0; }
`;

test("the arguments of the function that is inlined are passed on through every advice", () => {
  const aspects = `int seen;
aspect T {
  advice call("% pr(...)") || call("% prs(...)") || call("% wrap%(...)") : before() { seen += tjp->args; }
  advice call("% pr(...)") || call("% prs(...)") || call("% wrap(...)") : around() { seen++; tjp->proceed(); }
  advice call("% pr(...)") : after() { seen++; tjp->result += 0; }
  advice call("% pr(...)") : around() { tjp->proceed(); tjp->result += 100; if (tjp->arg0) seen += 10; }
  advice execution("% main(...)") : after() { printf("%d\\n", seen); }
};
`;
  const { unitText, woven, problems } = weaveSource(PACKED, aspects);
  expect(problems).toEqual([]);
  for (const level of [["-O0"], ["-O2"], ["-O2", "-flto"]]) {
    expect(runProgram(unitText, ["gcc", "-m32", ...level, "-w"])).toBe("9 14 3 7\n");
    expect(runProgram(woven.text, ["gcc", "-m32", ...level, "-Wall", "-Werror"])).toBe("109 214 3 7\n52\n");
  }
});

test("a function without a named parameter cannot take them: told", () => {
  const source =
    "int pr(); inline __attribute__((always_inline)) int w(int n, ...) { return pr(__builtin_va_arg_pack()); }\n";
  const { problems } = weaveSource(source, 'aspect A { advice call("% pr(...)") : before() { } };');
  expect(problems.map(({ code }) => code)).toEqual(["weave/variadic"]);
});

import { outlineOf, parseInProcess } from "@weft/weaver-bridge/clang-ast";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseAspectFile } from "../../parse-aspect-file.js";
import { parsePointcut } from "../../syntax/parse-pointcut.js";
import { matchPointcut } from "../match-pointcut.js";
import { filterOf, filterOfIntroductions } from "./filter.js";
import { outlineMentions } from "./text-outline.js";

const C = { language: "c", directory: "/" } as const;

/** Declarations that stand in any order behind those that all need. */
const NEEDED = `# 1 "dir/a.c"
struct inode { int uid; int gid; };
int alpha(int x);
int beta(int x);
int gamma(int x);
extern int jiffies;
typedef int (*handler)(int);
`;
const PIECES = [
  "int alpha(int x) { return x; }",
  "int alpha(x) int x; { return x; }",
  'int (alpha)\n# 9 "dir/b.h"\n(int x)\n# 2 "dir/a.c"\n{ return x; }',
  '__attribute__((section("a;{\'"))) int beta(int x) __attribute__((noinline));',
  "struct pair { int one; } beta(int x) { struct pair p = { x }; return p; }",
  "int beta(int x) { return alpha(x); }",
  'int caller(int x) { char c = \'{\'; return "}\\"{"[x] + gamma(c); }',
  "int vla(int n, int a[gamma(n)]) { return a[0]; }",
  "int statement(int x) { return ({ int y = (beta)(x); y; }); }",
  "handler table[] = { alpha, beta };",
  "int digraph(int x) <% return gamma(x); %>",
  "int field(struct inode *i) { return i->uid + (*i) . gid; }",
  "struct inode first = { .uid = 1 };",
  "int global(void) { return jiffies /* it's { */ + 0x1F; } // it's {",
  '#pragma GCC diagnostic push "{"',
  "typedef struct { int a; } anonymous;",
  "int raw(int x) { return x; } ;",
];
const POINTCUTS = [
  'execution("% alpha(...)")',
  'execution("% be%a(...)")',
  'call("% alpha(...)")',
  'call("% gam%(...)")',
  'call("% beta(...)") && within("% statement(...)")',
  'get("% inode::uid")',
  'access("% inode::gid")',
  'get("% jiffies")',
  'execution("% alpha(...)") && file("dir/a.c")',
  'call("% gamma(...)") || execution("% raw(...)")',
];

test("no match of a unit in C is lost where its outline is asked instead of its text", () => {
  let matched = 0;
  let spared = 0;
  fc.assert(
    fc.property(fc.subarray(PIECES), fc.constantFrom(...POINTCUTS), (pieces, pointcut) => {
      const text = `${NEEDED}${pieces.join("\n")}\n`;
      const { value } = parsePointcut(pointcut);
      const facts = parseInProcess(text, { language: "c", arguments: ["-std=gnu11"], fileName: "dir/a.c" });
      const { shadows } = matchPointcut(value, facts);
      const isHeld = outlineMentions(outlineOf(text), filterOf(value), C);
      if (shadows.length > 0) expect(isHeld, `${pointcut} in ${text}`).toBe(true);
      matched += shadows.length > 0 ? 1 : 0;
      spared += isHeld ? 0 : 1;
    }),
    { numRuns: 600 },
  );
  expect(matched).toBeGreaterThan(100);
  expect(spared).toBeGreaterThan(100);
});

test("what is only declared is neither executed nor called", () => {
  const held = (text: string, pointcut: string, language: "c" | "c++" = "c") =>
    outlineMentions(outlineOf(text), filterOf(parsePointcut(pointcut).value), { language });
  const [execution, call] = ['execution("% f(...)")', 'call("% f(...)")'];
  expect(held("int f(int a);\nint g(void) { return 0; }\n", execution)).toBe(false);
  expect(held("int f(int a);\nint g(void) { return 0; }\n", call)).toBe(false);
  expect(held("int f(int a);\nint g(void) { return f(1); }\n", execution)).toBe(false);
  expect(held("int f(int a);\nint g(void) { return f(1); }\n", call)).toBe(true);
  expect(held("int f(int a) { return a; }\n", execution)).toBe(true);
  // What begins a definition with parameters behind them is not known.
  expect(held("int f(int a);\nint g(a) int a; { return a; }\n", execution)).toBe(true);
  expect(held("int f(int a);\nint x = f(1);\n", call, "c++")).toBe(true);
});

test("names, how they are used, and files, each once", () => {
  const text = '# 1 "a.c"\nint f(int a) { return s.b + f(a); }\n# 9 "a.c" 2\n int a;\n';
  expect(outlineOf(text)).toBe('# 1 "a.c"\nint e\nf d\na d\nreturn 4\ns 4\nb 6\n');
});

test("a raw string hides its braces, and a class gets its slice by any use of its name", () => {
  expect(outlineOf('const char *s = R"x({)" ")x"; int f(void);\n')).toContain("\nf 1\n");
  const [file] = [parseAspectFile("/a.ah", 'aspect A { advice "late" : slice struct { int x; }; };')];
  const asks = filterOfIntroductions([file]);
  expect(outlineMentions(outlineOf("typedef struct { int a; } late;\n"), asks, C)).toBe(true);
  expect(outlineMentions(outlineOf("typedef struct { int a; } later;\n"), asks, C)).toBe(false);
});

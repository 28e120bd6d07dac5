import { expect, test } from "vitest";
import { parseInProcess } from "../../clang-ast/src/index.js";
import { readWithoutGccOnly, unreadHidden } from "./gcc-only.js";

async function read(text: string, dialect = "-std=gnu2x") {
  const parse = (shown: string, more: readonly string[] = []) =>
    parseInProcess(shown, { language: "c", fileName: "u.c", arguments: [dialect, ...more] });
  const first = parse(text);
  const readable = await readWithoutGccOnly(first, text, false, async (shown, more) => parse(shown, more));
  const errors = readable.facts.diagnostics.filter(({ severity }) => severity !== "warning");
  const functions = readable.facts.shadows.filter(({ kind }) => kind === "execution");
  return {
    readable,
    wasBroken: first.diagnostics.some(({ severity }) => severity !== "warning"),
    unread: errors.filter(({ body }) => body === undefined).map(({ message }) => message),
    errors: errors.map(({ message }) => message),
    functions: functions.map(({ entity }) => readable.facts.entities[entity]?.name),
  };
}

const G = "int g(int n) { return 2 * n; }\n";

test.each([
  ["a struct literal that is static", "static int *p = &(static int){ 4 };\nint f(void) { return *p; }\n"],
  ["a literal in a function", "int f(void) { return (constexpr int){ 4 } + (register int){ 3 }; }\n"],
  ["an attribute behind a type", "static int f(int [[maybe_unused]], int b) { return b; }\n"],
  [
    "a function of <stdbit.h>",
    "int f(unsigned n) { return __builtin_stdc_bit_width(n) + __builtin_stdc_bit_ceil(n); }\n",
  ],
  [
    "a builtin with a type of its own",
    "int f(int n) { return __builtin_bswap128((unsigned __int128)n) >> 120; }\n",
  ],
  [
    "variable arguments of gcc 15",
    "int f(int n, ...) { __builtin_va_list l; __builtin_c23_va_start(l, n); __builtin_va_end(l); return n; }\n",
  ],
  [
    "a type again",
    "struct s { int a; };\nstruct s { int a; };\nenum e { A };\nenum e { A };\ntypedef union u { int b; } u;\ntypedef union u { int b; } u;\nint f(void) { struct s s = { 1 }; u u = { 2 }; return s.a + u.b + A; }\n",
  ],
  [
    "the same built-in function on 32 bits",
    "int f(unsigned n, ...) { __builtin_va_list l; __builtin_c23_va_start(l, n); return __builtin_stdc_count_ones(n); }\n",
  ],
  ["a clobber", 'int f(int n) { asm("nop" ::: "redzone"); asm("nop" ::: "cc", "redzone"); return n; }\n'],
  ["a barrier", "double f(double d) { return __builtin_assoc_barrier(d + 1) + 2; }\n"],
])("%s is read whole", async (_, text) => {
  const { errors, functions, readable } = await read(`${text}${G}`);
  expect(errors).toEqual([]);
  expect(functions).toEqual(["f", "g"]);
  expect(readable.hidden).toEqual([]);
  expect(readable.text).toHaveLength(text.length + G.length);
});

test("what libclang can't read outside of functions costs that declaration and who means it", async () => {
  const strange = "static int table[] = { [0 ??? 3] = 1 };\n";
  const text = `${strange}int f(int n) { return table[n]; }\n${G}`;
  const { errors, unread, functions, readable } = await read(text);
  expect(readable.hidden.map(({ start, end }) => text.slice(start, end))).toEqual([strange.trimEnd()]);
  expect(unread).toEqual([]);
  expect(errors).toEqual(["use of undeclared identifier 'table'"]);
  expect(functions).toEqual(["f", "g"]);
  expect(unreadHidden(readable, text, () => true)).toEqual([]);
});

test("assembly with operands costs nothing", async () => {
  const text = `int x;\nasm(".quad %c0 ???" : : "i"(&x));\nint f(int n) { return x; }\n${G}`;
  expect((await read(text)).errors).toEqual([]);
});

test("a function whose head can't be read is told where advice may be missing in it", async () => {
  const text = `static int h(int n; int a[n], int n) { return a[n - 1]; }\nint f(int n) { return h(&n, 1); }\n${G}`;
  const { readable, unread, functions, errors } = await read(text);
  expect(unread).toEqual([]);
  expect(functions).toEqual(["f", "g"]);
  expect(errors).toEqual(["use of undeclared identifier 'h'"]);
  const [problem, ...others] = unreadHidden(readable, text, (body) => body.includes("a[n - 1]"));
  expect(problem?.message).toMatch(/^advice may be missing in this function: libclang can't read it \(/);
  expect(others).toEqual([]);
  expect(unreadHidden(readable, text, () => false)).toEqual([]);
});

test("before C23 a call of a hidden function is no call of an undeclared one", async () => {
  const text = `static int h(int n; int a[n], int n) { return a[n - 1]; }\nint f(int n) { return h(&n, 1); }\n${G}`;
  const { errors } = await read(text, "-std=gnu11");
  expect(errors.join()).toMatch(/h/);
});

test("half a declaration that is being typed is not hidden", async () => {
  const text = "struct s { int a int b; };\nint f(struct s *p) { return p->b; }\n";
  const facts = parseInProcess(text, { language: "c", fileName: "u.c", arguments: ["-std=gnu11"] });
  const readable = await readWithoutGccOnly(facts, text, true, () => Promise.reject(new Error("read again")));
  expect(readable.hidden).toEqual([]);
  expect(readable.facts).toBe(facts);
});

test("a unit that libclang reads is read once", async () => {
  const facts = parseInProcess(G, { language: "c", fileName: "u.c", arguments: ["-std=gnu2x"] });
  const readable = await readWithoutGccOnly(facts, G, false, () => Promise.reject(new Error("read again")));
  expect(readable).toEqual({ facts, text: G, arguments: [], hidden: [] });
});

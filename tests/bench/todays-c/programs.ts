/**
 * Small valid programs, one for each thing that C got since C17 or that gcc 12 to 16 read and a libclang may not. Each has `f`,
 * which uses it, and `g`, which does not: where `f` can't be read, `g` must be woven all the same. A compiler that does not
 * know the thing refuses the program, and it is left out there.
 */
export interface Program {
  readonly name: string;
  /** Before `f`. */
  readonly before?: string;
  /** The body of `int f(int n)`, or the whole of `f`. */
  readonly f: string;
  readonly after?: string;
  readonly options?: readonly string[];
}

const ENUM = "enum tone : unsigned char { LOW = 1, HIGH = 200 };";

export const PROGRAMS: readonly Program[] = [
  // Functions with a variable number of arguments.
  {
    name: "va_start with a name",
    before:
      "#include <stdarg.h>\nint add(int n, ...) { va_list l; va_start(l, n); int s = 0; while (n--) s += va_arg(l, int); va_end(l); return s; }",
    f: "return add(2, n, 3);",
  },
  {
    name: "va_start without a name",
    before:
      "#include <stdarg.h>\nstatic int sum(int n, ...) { va_list l; va_start(l); int s = n + va_arg(l, int); va_end(l); return s; }",
    f: "return sum(n, 3);",
  },
  {
    name: "variadic without a parameter",
    before:
      "#include <stdarg.h>\nstatic int first(...) { va_list l; va_start(l); int s = va_arg(l, int); va_end(l); return s; }",
    f: "return first(n, 3);",
  },
  {
    name: "variadic f",
    before: "#include <stdarg.h>",
    f: "int f(int n, ...) { va_list l; va_start(l, n); va_list m; va_copy(m, l); va_end(m); va_end(l); return n + 1; }",
  },
  {
    name: "vsnprintf",
    before:
      "#include <stdarg.h>\nint vsnprintf(char *, unsigned long, const char *, va_list);\nstatic int say(char *to, const char *format, ...) { va_list l; va_start(l, format); int n = vsnprintf(to, 20, format, l); va_end(l); return n; }",
    f: 'char b[20]; return say(b, "%d", n);',
  },
  // Types declared again.
  {
    name: "a struct defined twice alike",
    before: "struct p { int x, y; };\nstruct p { int x, y; };",
    f: "struct p p = { n, 2 }; return p.x + p.y;",
  },
  {
    name: "a union defined twice alike",
    before: "union u { int i; char c[4]; };\nunion u { int i; char c[4]; };",
    f: "union u u = { .i = n }; return u.i;",
  },
  {
    name: "an enum defined twice alike",
    before: "enum e { A, B = 4 };\nenum e { A, B = 4 };",
    f: "return n + B;",
  },
  {
    name: "a struct defined twice in a function",
    before: "struct p { int x; };",
    f: "struct p q = { n }; { struct p { int x; } r = { 2 }; q.x += r.x; } return q.x;",
  },
  {
    name: "generic containers by macro",
    before:
      "#define VEC(T) struct vec_##T { T *at; int n; }\nstatic int length(VEC(int) *v) { return v->n; }",
    f: "VEC(int) v = { 0, n }; return length(&v);",
  },
  {
    name: "a typedef declared again",
    before: "typedef int word;\ntypedef int word;",
    f: "word w = n; return w;",
  },
  // Assembly outside of functions.
  { name: "asm at file scope", before: 'asm(".globl here\\nhere:\\n");', f: "return n;" },
  {
    name: "asm at file scope with operands",
    before:
      'extern int datum;\nint datum = 5;\nasm(".pushsection .rodata\\n.quad %c0\\n.popsection" : : "i"(&datum));',
    f: "return n + datum;",
    options: ["-fno-pie", "-no-pie"],
  },
  {
    name: "asm at file scope with a symbol of its own",
    before: 'extern int bar(void);\nasm("%cc0: mov $7, %%eax; ret" : : ":"(bar));',
    f: "return n + bar();",
    options: ["-fno-pie", "-no-pie"],
  },
  { name: "asm goto", f: 'asm goto("jmp %l0" : : : : out); return 0; out: return n;' },
  { name: "asm with flags", f: 'int z; asm("cmp $3, %1" : "=@ccz"(z) : "r"(n)); return z + n;' },
  { name: "asm with a constant expression", f: 'int r = n; asm(("nop") : "+r"(r)); return r;' },
  { name: "asm inline", f: 'asm inline volatile("nop"); return n;' },
  { name: "redzone clobber", f: 'asm volatile("nop" ::: "redzone"); return n;' },
  // Attributes.
  {
    name: "[[maybe_unused]] behind a parameter's type",
    before: "static int h(int [[maybe_unused]], int b) { return b; }",
    f: "return h(1, n);",
  },
  {
    name: "[[maybe_unused]] of a parameter",
    before: "static int h([[maybe_unused]] int a, int b) { return b; }",
    f: "return h(1, n);",
  },
  {
    name: "[[nodiscard]] with words",
    before: '[[nodiscard("why")]] static int h(int a) { return a; }',
    f: "return h(n);",
  },
  { name: "[[fallthrough]]", f: "switch (n) { case 3: n++; [[fallthrough]]; default: n++; } return n;" },
  {
    name: "[[gnu::packed]]",
    before: "struct [[gnu::packed]] s { char c; int i; };",
    f: "return n + (int)sizeof(struct s);",
  },
  {
    name: "[[__gnu__::__aligned__]]",
    before: "[[__gnu__::__aligned__(64)]] static int a;",
    f: "a = n; return a;",
  },
  {
    name: "[[noreturn]]",
    before: "void exit(int); [[noreturn]] void die(void) { exit(3); }",
    f: "if (n > 1000) die(); return n;",
  },
  {
    name: "[[unsequenced]]",
    before: "[[unsequenced]] static int h(int a) { return a + 1; }",
    f: "return h(n);",
  },
  {
    name: "[[reproducible]]",
    before: "static int h(int a) [[reproducible]];\nstatic int h(int a) [[reproducible]] { return a + 1; }",
    f: "return h(n);",
  },
  {
    name: "unknown attributes",
    before: "[[vendor::thing(1, (2))]] static int h(int a) { return a; }",
    f: "return h(n);",
  },
  { name: "an attribute declaration", before: "[[]];\n[[vendor::all]];", f: "[[vendor::one]]; return n;" },
  { name: "attribute of a label", f: "if (n) goto out; n = 9; [[maybe_unused]] out: return n;" },
  {
    name: "null_terminated_string_arg",
    before: "__attribute__((null_terminated_string_arg(1))) static int h(const char *s) { return s[0]; }",
    f: 'return n + h("a");',
  },
  {
    name: "strub",
    before: '__attribute__((strub("disabled"))) static int h(int a) { return a; }',
    f: "return h(n);",
  },
  {
    name: "hardbool",
    before: "typedef char __attribute__((hardbool(1, 2))) hb;",
    f: "hb b = n; return b + n;",
  },
  {
    name: "no_icf, noipa, noclone",
    before: "__attribute__((noipa, noclone, no_icf)) static int h(int a) { return a; }",
    f: "return h(n);",
  },
  {
    name: "nonstring in two dimensions",
    before: '__attribute__((nonstring)) static const char tags[][2] = { "ab", "cd" };',
    f: "return n + tags[1][0];",
  },
  {
    name: "counted_by",
    before: "struct v { int n; int at[] __attribute__((counted_by(n))); };\nvoid *malloc(unsigned long);",
    f: "struct v *v = malloc(sizeof(struct v) + 4 * n); v->n = n; v->at[0] = n; return v->at[0];",
  },
  {
    name: "counted_by of a pointer",
    before: "struct v { int n; int *at __attribute__((counted_by(n))); };",
    f: "int a = n; struct v v = { 1, &a }; return v.at[0];",
  },
  {
    name: "access and fd_arg",
    before:
      "__attribute__((access(read_only, 1), fd_arg(2))) static int h(const int *p, int fd) { return *p + fd; }",
    f: "return h(&n, 1);",
  },
  {
    name: "zero_call_used_regs",
    before: '__attribute__((zero_call_used_regs("used"))) static int h(int a) { return a; }',
    f: "return h(n);",
  },
  {
    name: "flag_enum",
    before: "enum __attribute__((flag_enum)) k { K1 = 1, K2 = 2 };",
    f: "enum k k = K1; return n + k;",
  },
  {
    name: "optimize",
    before: '__attribute__((optimize("O3"), target("sse2"))) static int h(int a) { return a; }',
    f: "return h(n);",
  },
  {
    name: "simd",
    before: '__attribute__((simd("notinbranch"))) int h(int a) { return a; }',
    f: "return h(n);",
  },
  // Control flow.
  {
    name: "a named loop, break",
    f: "outer: for (int i = 0; i < 9; i++) for (int j = 0; j < 9; j++) if (i + j == n) break outer; return n;",
  },
  {
    name: "a named loop, continue",
    f: "int s = 0; outer: for (int i = 0; i < 4; i++) for (int j = 0; j < 9; j++) { if (j > 1) continue outer; s++; } return s + n;",
  },
  { name: "if with a declaration", f: "if (int y = n + 1; y > 2) return y; return 0;" },
  { name: "if with a declaration alone", f: "if (int y = n) return y; return 0;" },
  { name: "switch with a declaration", f: "switch (int y = n; y) { case 3: return y; default: return 1; }" },
  { name: "a label at the end of a block", f: "{ if (n) goto end; n = 4; end: } return n;" },
  { name: "a label before a declaration", f: "goto l; l: int y = n; return y;" },
  { name: "case ranges", f: "switch (n) { case 1 ... 5: return n; default: return 0; }" },
  { name: "unreachable()", before: "#include <stddef.h>", f: "if (n < 0) unreachable(); return n;" },
  {
    name: "musttail",
    before: "static int h(int n);\nstatic int h(int n) { return n + 1; }",
    f: "[[gnu::musttail]] return h(n);",
  },
  // Built-in functions.
  { name: "stdc_bit_width", f: "return n + (int)__builtin_stdc_bit_width(8u);" },
  {
    name: "<stdbit.h>",
    before: "#include <stdbit.h>",
    f: "return n + (int)stdc_count_ones(7u) + (int)stdc_bit_ceil(5u);",
  },
  { name: "stdc_rotate_left", f: "return (int)__builtin_stdc_rotate_left((unsigned)n, 3u);" },
  { name: "<stdckdint.h>", before: "#include <stdckdint.h>", f: "int r; return ckd_add(&r, n, 4) ? 0 : r;" },
  {
    name: "counted_by_ref",
    before: "struct v { int n; int at[] __attribute__((counted_by(n))); };\nvoid *malloc(unsigned long);",
    f: "struct v *v = malloc(sizeof(struct v) + 40); *_Generic(__builtin_counted_by_ref(v->at), void *: &n, default: __builtin_counted_by_ref(v->at)) = 4; return n;",
  },
  {
    name: "ctzg, clzg, popcountg",
    f: "return n + __builtin_ctzg(8u) + __builtin_clzg(8u, 1) + __builtin_popcountg(7u);",
  },
  { name: "builtin_speculation", f: "return __builtin_speculation_safe_value(n);" },
  {
    name: "builtin_has_attribute",
    before: "typedef int big __attribute__((aligned(64)));",
    f: "return n + __builtin_has_attribute(big, aligned(64));",
  },
  {
    name: "shufflevector",
    before: "typedef int v4 __attribute__((vector_size(16)));",
    f: "v4 a = { n, 1, 2, 3 }; v4 b = __builtin_shufflevector(a, a, 3, 2, 1, 0); return b[3];",
  },
  {
    name: "builtin_tgmath",
    before: "#include <tgmath.h>",
    f: "return (int)fabs((double)n);",
    options: ["-lm"],
  },
  { name: "bswap128, bitreverse", f: "return n + (int)(__builtin_bswap128((unsigned __int128)1) >> 127);" },
  { name: "builtin_assoc_barrier", f: "double d = __builtin_assoc_barrier(1.0 + n); return (int)d;" },
  { name: "__builtin_expect_with_probability", f: "return __builtin_expect_with_probability(n, 3, 0.5);" },
  { name: "__builtin_issignaling", f: "return n + __builtin_issignaling(1.0);" },
  { name: "__builtin_operator", f: "return n + __builtin_iseqsig(1.0, 1.0);" },
  // Literals, constants, types.
  { name: "a static compound literal", f: "int *p = &(static int){ 4 }; return *p + n;" },
  {
    name: "a static compound literal outside",
    before: "static int *p = &(static int){ 4 };",
    f: "return *p + n;",
  },
  { name: "a constexpr compound literal", f: "return (constexpr int){ 4 } + n;" },
  { name: "a register compound literal", f: "return (register int){ n };" },
  {
    name: "constexpr",
    before: "constexpr int k = 4;\nconstexpr struct { int a; } s = { 2 };",
    f: "static_assert(k == 4); return n + k + s.a;",
  },
  {
    name: "nullptr",
    before: "#include <stddef.h>",
    f: "nullptr_t z = nullptr; int *p = z; return n + (p == nullptr);",
  },
  { name: "auto", f: "auto x = n; auto p = &x; return *p;" },
  { name: "typeof, typeof_unqual", f: "const int c = 1; typeof_unqual(c) v = n; typeof(v) w = v; return w;" },
  { name: "_BitInt", f: "_BitInt(37) b = n; unsigned _BitInt(5) c = 3uwb; return (int)(b + c);" },
  { name: "an enum of a type", before: ENUM, f: "enum tone t = HIGH; return n + t;" },
  { name: "binary constants and separators", f: "return n + 0b1010'1010 - 1'000;" },
  { name: "octal constants of C2Y", f: "return n + 0o17;" },
  { name: "imaginary constants", f: "_Complex double z = 1.0i; return n + (int)__imag__ z;" },
  {
    name: "an empty initializer",
    before: "struct s { int a, b; };",
    f: "struct s s = {}; int a[3] = {}; return n + s.a + a[1];",
  },
  { name: "a variable array, empty", f: "int a[n] = {}; return n + a[1];" },
  { name: "unnamed parameters", before: "static int h(int, int b) { return b; }", f: "return h(1, n);" },
  {
    name: "bool, true, alignas, thread_local",
    before: "static thread_local int t; alignas(16) static int a; static bool b = true;",
    f: "t = a = n; return t + b;",
  },
  {
    name: "static_assert without words",
    before: "static_assert(sizeof(int) == 4);",
    f: "static_assert(true); return n;",
  },
  { name: "_Generic of a type", f: "return n + _Generic(int, int: 1, default: 2);" },
  { name: "_Generic", f: "return _Generic(n, int: n + 1, long: 2, default: 0);" },
  {
    name: "#embed",
    before: "static const unsigned char bytes[] = {\n#embed __FILE__ limit(4)\n};",
    f: "return n + bytes[0] - bytes[0];",
  },
  {
    name: "__VA_OPT__, #elifdef",
    before:
      "#define CALL(f, ...) f(0 __VA_OPT__(,) __VA_ARGS__)\nstatic int h(int a, int b) { return a + b; }\n#ifdef NONE\n#elifndef NONE\n#define Y 1\n#endif",
    f: "return CALL(h, n) + Y;",
  },
  { name: "char8_t strings", f: 'const unsigned char *s = (const unsigned char *)u8"a"; return n + s[0];' },
  {
    name: "_Float16, _Float32x, __bf16",
    f: "_Float16 h = n; _Float32 a = 1; _Float64x b = 2; return (int)(h + a + b);",
  },
  { name: "_Decimal64", f: "_Decimal64 d = 1.5dd; return n + (int)d;" },
  {
    name: "static in an array parameter",
    before: "static int h(int a[static 2]) { return a[1]; }",
    f: "int a[2] = { 1, n }; return h(a);",
  },
  {
    name: "a forward-declared parameter",
    before: "static int h(int n; int a[n], int n) { return a[n - 1]; }",
    f: "int a[2] = { 1, n }; return h(a, 2);",
  },
  { name: "_Countof", f: "int a[7]; return n + (int)_Countof(a);" },
  { name: "_Maxof", f: "return n + (int)(_Maxof(char) - 127);" },
  { name: "a nested function", f: "int in(int x) { return x + n; } return in(1);" },
  { name: "a statement expression", f: "return ({ int y = n; y + 1; });" },
  {
    name: "_Atomic",
    before: "#include <stdatomic.h>\nstatic _Atomic int a; static atomic_flag flag = ATOMIC_FLAG_INIT;",
    f: "atomic_fetch_add(&a, n); return a + atomic_flag_test_and_set(&flag);",
  },
  { name: "an address space", before: "", f: "return n + (int)sizeof(int __seg_gs *);" },
  {
    name: "a union with a flexible array",
    before: "union u { int a; char b[]; };",
    f: "union u u; u.a = n; return u.a;",
  },
  { name: "defer", f: "{ _Defer n++; n++; } return n;", options: ["-fdefer-ts"] },
];

export const ASPECT = `#include <stdio.h>
aspect Enter {
  advice execution("% f(...)") || execution("% g(...)") || execution("% main(...)") : before() { fprintf(stderr, "enter %s\\n", tjp->signature); }
};
`;

export function textOf({ before = "", f, after = "" }: Program): string {
  const whole = /^int f\(/.test(f) ? f : `int f(int n)\n{\n\t${f}\n}`;
  return `int printf(const char *, ...);\n${before}\n${whole}\n${after}\nint g(int n)\n{\n\treturn 2 * n;\n}\n\nint main(void)\n{\n\tprintf("%d %d\\n", f(3), g(4));\n\treturn 0;\n}\n`;
}

/** Which shadows a snippet of C has; what C++ adds is in `cplusplus-*.test.ts`. */
import { describe, expect, test } from "vitest";
import { checkShadows as check, entityName, parseSnippet as parse } from "../../../tests/support/index.js";
import type { Shadow, UnitFacts } from "../../model/index.js";

/** Every part of the snippet's access, call or execution shadows, as text. */
function print(text: string, facts: UnitFacts, kinds: readonly Shadow["kind"][]): string {
  const cut = (range: { start: number; end: number }) => text.slice(range.start, range.end);
  const type = (id: number) => facts.types[id]!.spelling;
  const operand = (o: { range: { start: number; end: number }; type: number }) =>
    `${cut(o.range)} : ${type(o.type)}`;
  const lines = facts.shadows.flatMap((s) => {
    if (!kinds.includes(s.kind)) return [];
    if (s.kind === "execution")
      return [
        `execution ${cut(s.parameterList)} body ${cut(s.body)} returns [${s.returns.map((r) => cut(r.range))}]`,
      ];
    if (s.kind === "call")
      return [`${cut(s.range)} : ${type(s.result)} <- [${s.arguments.map(operand).join("; ")}]`];
    if (s.kind === "builtin" || "ofClass" in s) return [];
    const parts = [`${s.kind} ${cut(s.range)} | ${cut(s.lvalue)} : ${type(s.type)}`];
    if (s.object)
      parts.push(
        `of ${operand(s.object)}${s.object.arrow ? " ->" : ""}${s.object.addressable ? "" : " value"}`,
      );
    if (s.indices.length) parts.push(`at ${s.indices.map(operand).join(", ")}`);
    if (s.write) parts.push(`${s.write.form} ${cut(s.write.operator)}`);
    if (s.write && "value" in s.write) parts.push(operand(s.write.value));
    return [parts.join(" | ")];
  });
  return lines.join("\n");
}

function printed(body: string, kinds: readonly Shadow["kind"][] = ["get", "set", "ref"]): string {
  const text = `${TYPES}void f(struct inode *p, struct inode s) { ${body} }`;
  const facts = parse(text);
  expect(facts.diagnostics).toEqual([]);
  return print(text, facts, kinds);
}

const TYPES = `
typedef unsigned int uid_t;
struct pair { int a; int b[4]; };
struct inode {
  uid_t i_uid; struct pair i_pair; int i_table[3][2]; int *i_data; int i_bit : 3; struct inode *i_next;
  union { int i_left; struct { int i_deep; }; }; struct pair i_many[2]; _Bool i_ok;
};
int g; extern int table[8]; struct inode ginode;
int callee(int, ...); struct inode byValue(void); int (*pointer)(int);
`;

function checkBody(body: string): void {
  check(`${TYPES}void f/*^execution f*/(struct inode *p, struct inode s, int l) { ${body} }`);
}

describe("functions", () => {
  test("a definition is an execution, a prototype is not", () => {
    check(
      "void f(void); void f/*^execution f*/(void) {} static inline int h/*^execution h*/(int a) { return a; }",
    );
  });
  test("old-style definitions and functions returning functions have their parameter list and body", () => {
    const text =
      "int old(a, b) int a; char b; { return a; } int (*fun(int a))(int) { return 0; } int (par)(void) { return 1; }";
    expect(print(text, parse(text), ["execution"])).toMatchInlineSnapshot(`
      "execution (a, b) body { return a; } returns [return a;]
      execution (int a) body { return 0; } returns [return 0;]
      execution (void) body { return 1; } returns [return 1;]"
    `);
  });
  test("returns in statement expressions and branches, with and without value", () => {
    const text =
      'void f(int c) { if (c) return ; ({ return; 1; }); } char *t(void) { return\n# 3 "x"\n ";" /* ; */ ; }';
    expect(print(text, parse(text), ["execution"])).toMatchInlineSnapshot(`
      "execution (int c) body { if (c) return ; ({ return; 1; }); } returns [return ;,return;]
      execution (void) body { return
      # 3 "x"
       ";" /* ; */ ; } returns [return
      # 3 "x"
       ";" /* ; */ ;]"
    `);
  });
  test("what the specifiers don't cover belongs to the top-level declaration", () => {
    const text = "int a; __extension__ __attribute__((cold)) static int f(void) { return 1; }";
    expect(parse(text).shadows[0]).toMatchObject({ topLevel: 7 });
  });
  test("flags of functions", () => {
    const text = `
      void stop(void) __attribute__((noreturn)); _Noreturn void halt(void);
      __attribute__((no_instrument_function)) static void quiet(register int a, ...) { stop(); halt(); }
      __attribute__((no_instrument_function)) static inline void small(void) { stop(); }
      __attribute__((section(".noinstr.text"))) void noinstr(void) { extern int inner(const char name[4]); inner(0); }`;
    const facts = parse(text);
    const flags = facts.entities.map((e) =>
      e.kind === "function"
        ? [
            e.name,
            ...(
              ["isStatic", "isInline", "variadic", "noReturn", "noInstrument", "blockScope"] as const
            ).filter((f) => e[f]),
          ]
        : [],
    );
    expect(flags.map((f) => f.join(" ")).sort()).toMatchInlineSnapshot(`
      [
        "halt noReturn",
        "inner blockScope",
        "noinstr noInstrument",
        "quiet isStatic variadic noInstrument",
        "small isStatic isInline",
        "stop noReturn",
      ]
    `);
    const inner = facts.entities.find((e) => e.name === "inner");
    const parameters = inner?.kind === "function" ? inner.parameters : [];
    expect(parameters.map((p) => [p.name, facts.types[p.type]!.spelling])).toEqual([
      ["name", "const char *"],
    ]);
  });
  test("bodies that can't be moved are pinned", () => {
    const text = `int setjmp(int *); int plain(void);
      void a(void) { static void *t[] = { &&x }; goto *t[0]; x: ; } void b(int *e) { setjmp(e); } void c(void) { plain(); }
      int twice(void) __attribute__((returns_twice)); void d(void) { twice(); } void e(void) { int (*p)(int *) = setjmp; }`;
    const pinned = parse(text).shadows.flatMap((s) => (s.kind === "execution" ? [s.pinned] : []));
    expect(pinned).toEqual([true, true, false, true, true]);
  });
});

describe("calls", () => {
  test("are those whose callee is known", () => {
    checkBody(
      "callee/*^call callee*/(1); (callee/*^call callee*/)(1); (*callee/*^call callee*/)(1); (**&callee/*^call callee*/)(2);",
    );
    checkBody(
      "pointer/*^get pointer*/(1); (*pointer/*^get pointer*/)(1); ((int (*)(int))callee)(1); (l, callee)(1);",
    );
  });
  test("are not builtins", () => {
    checkBody(
      "__builtin_expect(l, 0); __builtin_memset(p, 0, 4); __sync_synchronize(); __atomic_load_n(&l, 0);",
    );
  });
  test("have arguments with their own types", () => {
    const body =
      'char c; callee(c, c, "s", &s, p->i_table, s.i_pair, 1.0f, sizeof(c), (l), callee, -c, (const char)c);';
    expect(printed(`int l; ${body}`, ["call"])).toMatchInlineSnapshot(`
      "callee(c, c, "s", &s, p->i_table, s.i_pair, 1.0f, sizeof(c), (l), callee, -c, (const char)c) : int <- [c : char; c : char; "s" : char *; &s : struct inode *; p->i_table : int (*)[2]; s.i_pair : struct pair; 1.0f : float; sizeof(c) : unsigned int; (l) : int; callee : int (*)(int, ...); -c : int; (const char)c : char]"
    `);
  });
});

describe("reads", () => {
  test("of fields and globals, wherever a value is wanted", () => {
    checkBody("int x = g/*^get g*/; x = p->i_uid/*^get inode::i_uid*/ + s.i_uid/*^get inode::i_uid*/;");
    checkBody("if (p->i_ok/*^get inode::i_ok*/) while (!g/*^get g*/) l = g/*^get g*/ ? 1 : g/*^get g*/;");
    checkBody(
      "for (int i = g/*^get g*/; i < g/*^get g*/; i++) ; switch (g/*^get g*/) { case 1: l = g/*^get g*/; }",
    );
    checkBody(
      "g/*^get g*/; (void)g/*^get g*/; l = (g/*^get g*/, 1); l = ({ g/*^get g*/; }); callee/*^call callee*/(g/*^get g*/);",
    );
    checkBody(
      "l = p->i_bit/*^get inode::i_bit*/; l = byValue/*^call byValue*/().i_uid/*^get inode::i_uid*/;",
    );
    checkBody("callee/*^call callee*/(byValue/*^call byValue*/().i_uid/*^get inode::i_uid*/);");
    checkBody(
      "l = byValue/*^call byValue*/().i_uid/*^get inode::i_uid*/ == 1 && 1 < byValue/*^call byValue*/().i_pair.a/*^get pair::a*/;",
    );
  });
  test("happen once where libclang shows them twice", () => {
    checkBody("l = g/*^get g*/ ?: 1; l = p->i_uid/*^get inode::i_uid*/ ?: callee/*^call callee*/(1) ?: 3;");
    checkBody("struct pair x = { .a = g/*^get g*/, .b = { [1] = callee/*^call callee*/(1) } };");
    checkBody("struct pair x = (struct pair){ g/*^get g*/, { [0 ... 2] = p->i_uid/*^get inode::i_uid*/ } };");
  });
  test("of pointers are no accesses of what they point to", () => {
    checkBody(
      "l = *p->i_data/*^get inode::i_data*/; p->i_data/*^get inode::i_data*/[2] = 1; *p->i_data/*^get inode::i_data*/ = 1;",
    );
    checkBody("p->i_next/*^get inode::i_next*/->i_uid/*^set inode::i_uid*/ = 1;");
  });
  test("in the bounds of variable-length arrays", () => {
    checkBody("int v[g/*^get g*/]; int w[g/*^get g*/ + 1]; int (*q)[l] = (int (*)[g/*^get g*/])p;");
  });
  test("of whole structures", () => {
    checkBody(
      "struct pair x = s.i_pair/*^get inode::i_pair*/; p->i_pair/*^set inode::i_pair*/ = x; s = ginode/*^get ginode*/;",
    );
  });
});

describe("writes", () => {
  test("assign, compound and step", () => {
    checkBody("g/*^set g*/ = 1; p->i_uid/*^set inode::i_uid*/ = g/*^set g*/ = 2; (g/*^set g*/) = 1;");
    checkBody(
      "g/*^get g, set g*/ += 1; g/*^get g, set g*/++; --p->i_bit/*^get inode::i_bit, set inode::i_bit*/; (s.i_uid/*^get inode::i_uid, set inode::i_uid*/)--;",
    );
  });
  test("say how they are spelled", () => {
    expect(
      printed(
        'p->i_uid = g; s.i_uid <<= 3L; ++p->i_next->i_uid; (g)--; p->i_uid\n# 9 "x.h"\n/* = */ = \n 1; p->i_ok = p;',
        ["set"],
      ),
    ).toMatchInlineSnapshot(`
      "set p->i_uid = g | p->i_uid : uid_t | of p : struct inode * -> | assign = | g : int
      set s.i_uid <<= 3L | s.i_uid : uid_t | of s : struct inode | compound <<= | 3L : long
      set ++p->i_next->i_uid | p->i_next->i_uid : uid_t | of p->i_next : struct inode * -> | prefix ++
      set (g)-- | g : int | postfix --
      set p->i_uid
      # 9 "x.h"
      /* = */ = 
       1 | p->i_uid : uid_t | of p : struct inode * -> | assign = | 1 : int
      set p->i_ok = p | p->i_ok : _Bool | of p : struct inode * -> | assign = | p : struct inode *"
    `);
  });
});

describe("references", () => {
  test("by address and by decay", () => {
    checkBody(
      "int *q = &g/*^ref g*/; q = &p->i_table/*^ref inode::i_table*/[1][0]; q = p->i_table/*^ref inode::i_table*/[1]; q = table/*^ref table*/;",
    );
    checkBody(
      "struct pair *q = &(p->i_pair/*^ref inode::i_pair*/); l = *table/*^ref table*/; q = p->i_many/*^ref inode::i_many*/ + 1;",
    );
  });
  test("in assembler operands, unless they are read into a register", () => {
    checkBody(
      'asm volatile("" : "+m"(p->i_uid/*^ref inode::i_uid*/), "=r"(g/*^ref g*/) : "r"(s.i_uid/*^get inode::i_uid*/));',
    );
    check(
      'register unsigned long sp asm("esp"); void f/*^execution f*/(void) { unsigned long x = sp/*^get sp*/; asm("" : "+r"(sp)); }',
    );
  });
});

describe("objects and elements", () => {
  test("only the last member of a chain is accessed", () => {
    checkBody(
      "s.i_pair.a/*^set pair::a*/ = p->i_pair.a/*^get pair::a*/; p->i_many[1].a/*^set pair::a*/ = 1;",
    );
  });
  test("members of anonymous unions belong to the object around them", () => {
    checkBody("p->i_left/*^set inode::i_left*/ = s.i_deep/*^get inode::i_deep*/;");
  });
  test("elements carry their indices", () => {
    expect(
      printed("p->i_table[g][1] = 2; table[3]++; 2[table] = 1; (p->i_table)[0][1] = 1;", ["set"]),
    ).toMatchInlineSnapshot(`
      "set p->i_table[g][1] = 2 | p->i_table[g][1] : int | of p : struct inode * -> | at g : int, 1 : int | assign = | 2 : int
      set table[3]++ | table[3] : int | at 3 : int | postfix ++
      set 2[table] = 1 | 2[table] : int | at 2 : int | assign = | 1 : int
      set (p->i_table)[0][1] = 1 | (p->i_table)[0][1] : int | of p : struct inode * -> | at 0 : int, 1 : int | assign = | 1 : int"
    `);
  });
  test("objects know whether their address can be taken", () => {
    const body =
      "register struct inode r; int x = r.i_uid; x = byValue().i_pair.a; x = (*p).i_pair.a; x = p->i_many[0].a; x = byValue().i_pair.b[1]; x = (p + 1)->i_left; x = ((struct pair){1}).a;";
    expect(printed(body, ["get"])).toMatchInlineSnapshot(`
      "get r.i_uid | r.i_uid : uid_t | of r : struct inode value
      get byValue().i_pair.a | byValue().i_pair.a : int | of byValue().i_pair : struct pair value
      get (*p).i_pair.a | (*p).i_pair.a : int | of (*p).i_pair : struct pair
      get p->i_many[0].a | p->i_many[0].a : int | of p->i_many[0] : struct pair
      get byValue().i_pair.b[1] | byValue().i_pair.b[1] : int | of byValue().i_pair : struct pair value | at 1 : int
      get (p + 1)->i_left | (p + 1)->i_left : int | of (p + 1) : struct inode * ->
      get ((struct pair){1}).a | ((struct pair){1}).a : int | of ((struct pair){1}) : struct pair"
    `);
  });
  test("locals and parameters are no variables, function-static ones and block-scope externs are", () => {
    const facts = check(
      "int f/*^execution f*/(int a) { static int n; extern int e; int l = a; return l + n/*^get n*/ + e/*^get e*/; }",
    );
    const scopes = facts.entities.flatMap((e) =>
      e.kind === "variable" ? [[e.name, e.blockScope, e.isStatic]] : [],
    );
    expect(scopes).toEqual([
      ["n", true, true],
      ["e", true, false],
    ]);
  });
  test("fields of unnamed structures are named by their typedef", () => {
    check(
      "typedef struct { int counter; } atomic_t; int f/*^execution f*/(atomic_t *v) { return v->counter/*^get atomic_t::counter*/; }",
    );
  });
});

describe("never evaluated, or constant", () => {
  test.each([
    "l = sizeof(g) + sizeof g + sizeof(p->i_uid) + sizeof p->i_table[g] + _Alignof(g) + __alignof__(p->i_uid);",
    "typeof(g) x; __typeof__(callee(1)) y = 1; l = (typeof(p->i_uid))l;",
    "l = __builtin_types_compatible_p(typeof(g), int) + __builtin_constant_p(g) + __builtin_object_size(&g, 0);",
    "l = __builtin_offsetof(struct inode, i_table[2]);",
    "switch (l) { case sizeof(g): case sizeof(p->i_uid) + 1 ... 9: break; }",
    "static int x = sizeof(g); static int *y = &g; enum { A = sizeof(callee(1)) }; int z[sizeof(g)];",
    '_Static_assert(sizeof(g) == 4, "g"); struct { int b : sizeof(g); } local; typedef int t[sizeof(p->i_uid)];',
  ])("%s", (body) => checkBody(body));
  test("of __builtin_choose_expr and _Generic only the selected operand runs", () => {
    checkBody(
      "l = __builtin_choose_expr(sizeof(g) == 4, g/*^get g*/, p->i_uid) + __builtin_choose_expr(0, g, p->i_uid/*^get inode::i_uid*/);",
    );
    checkBody(
      "l = _Generic(g, int: p->i_uid/*^get inode::i_uid*/, default: g); l = _Generic((p->i_uid), signed int: g, default: p->i_bit/*^get inode::i_bit*/);",
    );
    checkBody(
      "_Generic(p->i_uid, uid_t: callee/*^call callee*/, default: pointer)(1); l = _Generic(p, struct inode *: g/*^get g*/, void *: 1);",
    );
    checkBody("l = _Generic(1UL + g, long unsigned int: g/*^get g*/, char: 1);");
  });
  test("global initialisers have no shadows", () => {
    check(
      "int g; int *q = &g; struct { int *p; } t[] = { { &g } }; int f/*^execution f*/(void) { return g/*^get g*/; }",
    );
  });
});

describe("the text filter", () => {
  test("leaves what mentions an identifier", () => {
    check(
      `struct s { int a; int b; }; int one(struct s *p) { return p->a; }
       int two/*^execution two*/(struct s *p) { return p->b/*^get s::b*/ + one/*^call one*/(p); }
       static int b/*^execution b*/(void) { return 1; } int bb(void) { return b2(); }`.replace("b2()", "1"),
      { identifiers: ["b"] },
    );
  });
  test("keeps old-style definitions, structures and initialisers whole", () => {
    check(
      `struct __attribute__((packed)) p { int a; } v = { 1 }; struct q { int b; } fun(void) { struct q r; return r; }
       int old(a, b) int a; int b; { return a; } int older(a) { return a; } enum __attribute__((packed)) e { E };
       int (*table[])(void) = { 0 }; __attribute__((cold)) int hid(void) __attribute__((noinline)); int z = sizeof(struct { int y; });
       int last/*^execution last*/(void) { return v.a/*^get p::a*/ + E; }`,
      { identifiers: ["last"], arguments: ["-m32", "-std=gnu89"] },
    );
  });
});

describe("types", () => {
  test("keep typedefs and structure", () => {
    const text =
      "typedef unsigned int u32; struct s; typedef struct s s_t; void f(const u32 *a, s_t *(*b)(int, ...), volatile char c[2][3], __typeof__(int *) d) {}";
    const facts = parse(text);
    const show = (id: number): string => {
      const t = facts.types[id]!;
      const qualifiers = `${t.isConst ? "const " : ""}${t.isVolatile ? "volatile " : ""}`;
      switch (t.kind) {
        case "pointer":
          return `${qualifiers}*${show(t.to)}`;
        case "array":
          return `${qualifiers}[${t.size}]${show(t.of)}`;
        case "function":
          return `(${[...t.parameters.map(show), ...(t.variadic ? ["..."] : [])]}) ${show(t.result)}`;
        case "typedef":
          return `${qualifiers}${t.name}=${show(t.underlying)}`;
        case "record":
          return `${qualifiers}record ${t.name}`;
        default:
          return `${t.kind}:${t.spelling}`;
      }
    };
    const f = facts.entities[0]!;
    expect(
      f.kind === "function" && f.parameters.map((p) => `${facts.types[p.type]!.spelling} = ${show(p.type)}`),
    ).toMatchInlineSnapshot(`
      [
        "const u32 * = *const u32=builtin:unsigned int",
        "s_t *(*)(int, ...) = *(builtin:int,...) *s_t=record s",
        "volatile char (*)[3] = *volatile [3]builtin:volatile char",
        "int * = *builtin:int",
      ]
    `);
  });
});

test("broken text gives diagnostics with offsets, and facts for the rest", () => {
  const text = "int g; int f(void) { return g +; } int h(void) { return g; }";
  const facts = parse(text);
  expect(facts.diagnostics.map((d) => [d.severity, text.slice(d.offset, d.offset + 1)])).toEqual([
    ["error", ";"],
  ]);
  expect(facts.shadows.filter((s) => s.kind === "execution")).toHaveLength(2);
});

test.each([
  ["a long sum", `return ${"g + ".repeat(10_000)}1;`],
  ["a tower of operators", `return ${"!".repeat(10_000)}g;`],
  ["deep parentheses", `return ${"(".repeat(900)}g${")".repeat(900)};`],
  ["a bomb of parentheses", `return ${"(".repeat(100_000)}g;`],
  ["blocks without end", "{".repeat(100_000)],
])("%s doesn't overflow the stack", (_, body) => {
  expect(parse(`int g; int f(void) { ${body} }`).shadows.length).toBeGreaterThan(0);
});

test("text is never a reason to read other files", () => {
  const facts = parse(
    '#include "/etc/passwd"\n#include <stdio.h>\n#define x y\n# 1 "a.c"\nint x;\n_Pragma("once") int f(void) { return x; }',
  );
  expect(facts.diagnostics).toEqual([]);
  expect(facts.shadows.map((s) => [s.kind, entityName(facts, s.entity)])).toEqual([
    ["execution", "f"],
    ["get", "x"],
  ]);
});

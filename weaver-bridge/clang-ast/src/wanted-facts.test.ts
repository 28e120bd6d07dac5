/** Facts that are collected only when they are asked for: built-in operators, locals, the call graph, classes in C. */
import { describe, expect, test } from "vitest";
import { entityName, parseSnippet } from "../../../tests/support/index.js";
import type { Language, TextRange, UnitFacts, WantedFacts } from "../../model/index.js";

const parse = (text: string, language: Language, wanted: WantedFacts) => {
  const facts = parseSnippet(text, { language, wanted });
  expect(facts.diagnostics).toEqual([]);
  return facts;
};

describe("built-in operators", () => {
  const uses = (text: string, language: Language) => {
    const facts = parse(text, language, { builtins: true });
    const spell = (id: number) => facts.types[id]?.spelling;
    return facts.shadows.flatMap((shadow) => {
      if (shadow.kind !== "builtin") return [];
      const entity = facts.entities[shadow.entity];
      if (entity?.kind !== "function") return [];
      const operands = shadow.operands.map(({ range }) => text.slice(range.start, range.end)).join(" , ");
      const signature = `${spell(entity.result)} ${entity.name}(${entity.parameters.map((p) => spell(p.type)).join(",")})`;
      return [
        `${signature} ${shadow.form} ${text.slice(shadow.operator.start, shadow.operator.end)} of ${operands}`,
      ];
    });
  };
  test("of C have operand types after the usual conversions", () => {
    expect(
      uses(
        `struct s { unsigned b : 3; } x; int g, a[4]; enum { E = 1 + 2 };
         void f(char c, long l, int *p) { g = c + l; g += c; c++; --g; *p = -c; l = c ? g : l; a[c] = !l && ~g; p = &g; x.b = g < l; int v = g ? c : sizeof(g + 1); switch (v) { case 1 + 1: ; } }`,
        "c",
      ),
    ).toMatchInlineSnapshot(`
      [
        "int & operator=(int &,int) infix = of g , c + l",
        "long operator+(long,long) infix + of c , l",
        "int & operator+=(int &,int) infix += of g , c",
        "char operator++(char &) postfix ++ of c",
        "int & operator--(int &) prefix -- of g",
        "int & operator=(int &,int) infix = of *p , -c",
        "int & operator*(int *) prefix * of p",
        "int operator-(int) prefix - of c",
        "long & operator=(long &,long) infix = of l , c ? g : l",
        "long operator?:(int,long,long) conditional ? of c , g , l",
        "int & operator=(int &,int) infix = of a[c] , !l && ~g",
        "int & operator[](int *,char) index [ of a , c",
        "int operator&&(int,int) infix && of !l , ~g",
        "int operator!(long) prefix ! of l",
        "int operator~(int) prefix ~ of g",
        "int *& operator=(int *&,int *) infix = of p , &g",
        "int * operator&(int &) prefix & of g",
        "unsigned int & operator=(unsigned int &,unsigned int) infix = of x.b , g < l",
        "int operator<(long,long) infix < of g , l",
        "unsigned int operator?:(int,unsigned int,unsigned int) conditional ? of g , c , sizeof(g + 1)",
      ]
    `);
  });
  test("of C++ leave out overloaded and dependent ones, and know the words", () => {
    expect(
      uses(
        `struct K { K &operator+=(int); operator bool(); }; template <class T> T dep(T t, int i) { return t + i * 2; }
         bool f(K &k, int i) { k += i; i = k and not i; constexpr int c = 1 + 2; return i not_eq c || (i, k); }`,
        "c++",
      ),
    ).toMatchInlineSnapshot(`
      [
        "int operator*(int,int) infix * of i , 2",
        "int & operator=(int &,int) infix = of i , k and not i",
        "bool operator&&(bool,bool) infix and of k , not i",
        "bool operator!(bool) prefix not of i",
        "bool operator||(bool,bool) infix || of i not_eq c , (i, k)",
        "bool operator!=(int,int) infix not_eq of i , c",
        "K & operator,(int,K &) infix , of i , k",
      ]
    `);
  });
  test("are left out unless wanted", () => {
    const facts = parse("int f(int a) { return a + 1; }", "c", {});
    expect(facts.shadows.map(({ kind }) => kind)).toEqual(["execution"]);
  });
});

describe("locals", () => {
  const cut = (text: string, { start, end }: TextRange) => text.slice(start, end);
  test.each(["c", "c++"] as const)(
    "of %s reach from their declarator to the end of their block",
    (language) => {
      const text = `int f(int p, int) { int a = p; { register long b, c = a; a = b + c; } for (int i = 0; i < 2; i++) { a++; } static int s; extern int e; return a; }`;
      const facts = parse(text, language, { locals: true });
      const [execution] = facts.shadows;
      const locals = execution?.kind === "execution" ? execution.locals : undefined;
      expect(
        locals?.map((l) => [l.name, facts.types[l.type]?.spelling, cut(text, l.extent).slice(-18)]),
      ).toEqual(
        [
          ["p", "int", "int e; return a; }"],
          ["a", "int", "int e; return a; }"],
          ["b", "long", " a; a = b + c; }"],
          ["c", "long", "; a = b + c; }"],
          ["i", "int", "2; i++) { a++; }"],
        ].map(([name, type, end]) => [name, type, expect.stringContaining((end as string).slice(-12))]),
      );
    },
  );
});

describe("the call graph", () => {
  const graph = (text: string, language: Language, identifiers?: readonly string[]) => {
    const facts = parseSnippet(text, {
      language,
      wanted: { callGraph: true },
      ...(identifiers && { identifiers }),
    });
    expect(facts.diagnostics).toEqual([]);
    const { edges, indirectCalls, defined } = facts.callGraph ?? {
      edges: [],
      indirectCalls: [],
      defined: [],
    };
    const name = (id: number) => entityName(facts, id);
    return {
      edges: edges.map(({ caller, callee, how }) => `${name(caller)} ${how} ${name(callee)}`).sort(),
      indirect: indirectCalls.map(({ caller, shape }) => `${name(caller)} ${shape}`),
      defined: defined.map(name).sort(),
    };
  };
  test("of C has calls, taken addresses and tables, whatever the text filter says", () => {
    expect(
      graph(
        `void a(void); static void b(void) { a(); } void c(void (*f)(void)) { f(); (*f)(); } void (*table[])(void) = { a, &b };
         struct ops { void (*go)(void); int (*read)(struct ops *, unsigned); } ops = { .go = b }; void d(void) { c(b); ops.go(); ops.read(&ops, 1); (b)(); __builtin_trap(); }`,
        "c",
        ["nothing"],
      ),
    ).toMatchInlineSnapshot(`
      {
        "defined": [
          "b",
          "c",
          "d",
        ],
        "edges": [
          "b direct a",
          "d address b",
          "d direct b",
          "d direct c",
          "ops address b",
          "table address a",
          "table address b",
        ],
        "indirect": [
          "c *",
          "d *",
          "d pi",
        ],
      }
    `);
  });
  test("of C++ has overriders, operators and what creates and destroys objects", () => {
    expect(
      graph(
        `struct B { B(); virtual ~B(); virtual void v(); }; struct D : B { B part; void v() override; int operator+(int) const; }; void D::v() { B::v(); }
         template <class T> T twice(T t) { return t + t; } void make() { D d; d + 1; twice(2); } void use(B *b) { b->v(); delete b; } void (B::*m)() = &B::v;`,
        "c++",
      ),
    ).toMatchInlineSnapshot(`
      {
        "defined": [
          "B::B",
          "B::operator=",
          "D::D",
          "D::D",
          "D::D",
          "D::operator=",
          "D::operator=",
          "D::v",
          "D::~D",
          "make",
          "twice",
          "use",
        ],
        "edges": [
          "D::D direct B::B",
          "D::D direct B::B",
          "D::D direct B::B",
          "D::D direct B::B",
          "D::D direct B::B",
          "D::D direct B::B",
          "D::v direct B::v",
          "D::~D direct B::~B",
          "m address B::v",
          "m address D::v",
          "make direct D::D",
          "make direct D::operator+",
          "make direct D::~D",
          "make direct twice",
          "make direct twice",
          "use virtual B::v",
          "use virtual B::~B",
          "use virtual D::v",
          "use virtual D::~D",
        ],
        "indirect": [],
      }
    `);
  });
});

describe("classes of C", () => {
  const structs = (facts: UnitFacts, text: string) =>
    facts.entities.flatMap((entity) => {
      if (entity.kind !== "class" || entity.definition === undefined) return [];
      const { range, body, topLevel } = entity.definition;
      const members = entity.members.map((id) => facts.entities[id]?.name);
      return [
        [
          entity.key,
          entity.name,
          members.join(),
          text.slice(range.start, body.start).trim(),
          text.slice(topLevel).slice(0, 12),
        ],
      ];
    });
  test("are structures and unions with their members", () => {
    const text =
      "typedef struct { int counter; } atomic_t; static struct list { struct list *next; union { int u; char k; }; struct in { int z; } in; } head; struct later; union v { int i; };";
    expect(structs(parse(text, "c", { classes: true }), text)).toEqual([
      ["struct", "atomic_t", "counter", "struct", "typedef stru"],
      ["struct", "list", "next,u,k,in,in", "struct list", "static struc"],
      ["struct", "in", "z", "struct in", "static struc"],
      ["union", "v", "i", "union v", "union v { in"],
    ]);
    expect(structs(parse(text, "c", {}), text)).toEqual([]);
  });
});

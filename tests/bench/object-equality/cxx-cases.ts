/**
 * Functions of C++ with aspects, and with the same advice tangled in by hand: each advice kind at each kind of join
 * point, one to three aspects, with and without context, parameters and results of each class of type.
 */
import type { EqualityCase } from "./cases.js";

const COMMON = `extern "C" { extern int count; void note(int); void note_ptr(const void *); void log_text(const char *, int); int g(int); double gd(double); void gv(int); }
struct P { int x, y; }; extern "C" P gp(int); extern "C" int take(P); extern int global;
class C { public: int f; unsigned b : 3; int a[8]; C *next; int get(int) const; int adv(int); virtual int virt(int); static int stat(int); };`;

const aspect = (name: string, pointcut: string, kind: string, body: string) =>
  `aspect ${name} { advice ${pointcut} : ${kind}() { ${body} } };`;

const order = (names: readonly string[]) =>
  `aspect Order { advice "%" : order(${names.map((name) => `"${name}"`).join(", ")}); };`;

const NAMES = ["A", "B", "D"] as const;

/** A function to be executed: its header, its body's value, and what context there is. */
interface Subject {
  readonly name: string;
  readonly header: string;
  readonly value: string;
  readonly result: string;
  /** Advice's use of the context, and the same by hand. */
  readonly context: readonly [string, string];
  /** In after and around advice, with the result in `r`. */
  readonly resultContext?: readonly [string, string];
  /** Result when around advice does not proceed. */
  readonly otherwise?: readonly [string, string];
}

const SUBJECTS: readonly Subject[] = [
  {
    name: "integers",
    header: "int f(int a, int b)",
    value: "g(a) + b",
    result: "int",
    context: ["note(*tjp->arg<1>());", "note(b);"],
    resultContext: ["note(*tjp->result());", "note(r);"],
    otherwise: ["*tjp->result() = -22;", "r = -22;"],
  },
  {
    name: "pointers",
    header: "const C *f(const C *a)",
    value: "(gv(1), a->next)",
    result: "const C *",
    context: ["note_ptr(*tjp->arg<0>());", "note_ptr(a);"],
    resultContext: ["note_ptr(*tjp->result());", "note_ptr(r);"],
    otherwise: ["*tjp->result() = 0;", "r = 0;"],
  },
  {
    name: "references",
    header: "int f(P &a)",
    value: "g(a.x)",
    result: "int",
    context: ["note(tjp->arg<0>()->y);", "note(a.y);"],
    resultContext: ["note(*tjp->result());", "note(r);"],
    otherwise: ["*tjp->result() = 1;", "r = 1;"],
  },
  {
    name: "structures by value",
    header: "int f(P a)",
    value: "g(a.x) + a.y",
    result: "int",
    context: ["tjp->arg<0>()->x += 2;", "a.x += 2;"],
    resultContext: ["note(*tjp->result());", "note(r);"],
    otherwise: ["*tjp->result() = 1;", "r = 1;"],
  },
  {
    name: "floating point",
    header: "double f(double a)",
    value: "gd(a) * 2",
    result: "double",
    context: ["note((int)*tjp->arg<0>());", "note((int)a);"],
    resultContext: ["*tjp->result() += 1;", "r += 1;"],
    otherwise: ["*tjp->result() = 0;", "r = 0;"],
  },
  {
    name: "void",
    header: "void f(int a)",
    value: "gv(a)",
    result: "void",
    context: ["note(*tjp->arg<0>());", "note(a);"],
  },
  {
    name: "structure result",
    header: "P f(int a)",
    value: "gp(a)",
    result: "P",
    context: ["note(*tjp->arg<0>());", "note(a);"],
    resultContext: ["tjp->result()->x += 1;", "r.x += 1;"],
  },
];

function execution(): [string, EqualityCase][] {
  return SUBJECTS.flatMap((subject) => {
    const { header, value, result, context, resultContext, otherwise } = subject;
    const isVoid = result === "void";
    const plain = `extern "C" ${header} { ${isVoid ? value : `return ${value}`}; }`;
    const make = isVoid ? `${value};` : `${result} r = ${value};`;
    const end = isVoid ? "" : "return r;";
    const pointcut = 'execution("% f(...)")';
    const [inContext, byHand] = context;
    const [inResult, resultByHand] = resultContext ?? context;
    const entry = (name: string, aspects: string, body: string): [string, EqualityCase] => [
      `execution, ${subject.name}: ${name}`,
      { common: COMMON, plain, aspects, tangled: `extern "C" ${header} { ${body} }` },
    ];
    const several = (count: number): [string, EqualityCase] => {
      const names = NAMES.slice(0, count);
      const advice = names.map(
        (name, index) =>
          `aspect ${name} { advice ${pointcut} : before() { note(${index}); } advice ${pointcut} : after() { count += ${index + 1}; } };`,
      );
      const before = names.map((_, index) => `note(${index});`).join(" ");
      const after = names.map((_, index) => `count += ${index + 1};`).reverse();
      return entry(
        `before and after of ${count} aspects`,
        [...advice, order(names)].join("\n"),
        `${before} ${make} ${after.join(" ")} ${end}`,
      );
    };
    return [
      entry(
        "before",
        aspect("A", pointcut, "before", "count++;"),
        `count++; ${isVoid ? value : `return ${value}`};`,
      ),
      entry(
        "before with context",
        aspect("A", pointcut, "before", inContext),
        `${byHand} ${isVoid ? value : `return ${value}`};`,
      ),
      entry("after", aspect("A", pointcut, "after", "count++;"), `${make} count++; ${end}`),
      entry("after with context", aspect("A", pointcut, "after", inResult), `${make} ${resultByHand} ${end}`),
      entry(
        "around",
        aspect("A", pointcut, "around", "count++; tjp->proceed(); count--;"),
        `count++; ${make} count--; ${end}`,
      ),
      ...(otherwise === undefined
        ? []
        : [
            entry(
              "around with context",
              aspect("A", pointcut, "around", `if (count) tjp->proceed(); else ${otherwise[0]} ${inResult}`),
              `${result} r; if (count) r = ${value}; else ${otherwise[1]} ${resultByHand} ${end}`,
            ),
          ]),
      several(1),
      several(2),
      several(3),
    ];
  });
}

const one = (plain: string, aspects: string, tangled: string): EqualityCase => ({
  common: COMMON,
  plain: external(plain),
  aspects,
  tangled: external(tangled),
});

/** So that objects of all compilers know it as `f`. */
const external = (text: string) => (text.startsWith("int C::") ? text : `extern "C" ${text}`);

const CALLS: readonly [string, EqualityCase][] = [
  [
    "free",
    'call("% g(...)")',
    "int f(int a) { return g(a + 1) * 2; }",
    "int f(int a) { int x = a + 1; %B int r = g(x); %A return r * 2; }",
  ],
  [
    "member",
    'call("% C::get(...)")',
    "int f(C *p, int a) { return p->get(a) * 2; }",
    "int f(C *p, int a) { int x = a; %B int r = p->get(x); %A return r * 2; }",
  ],
  [
    "virtual",
    'call("% C::virt(...)")',
    "int f(C &p, int a) { return p.virt(a) * 2; }",
    "int f(C &p, int a) { int x = a; %B int r = p.virt(x); %A return r * 2; }",
  ],
  [
    "static",
    'call("% C::stat(...)")',
    "int f(int a) { return C::stat(a) * 2; }",
    "int f(int a) { int x = a; %B int r = C::stat(x); %A return r * 2; }",
  ],
  [
    "structure argument",
    'call("% take(...)")',
    "int f(P a) { return take(a) * 2; }",
    "int f(P a) { P x = a; %B int r = take(x); %A return r * 2; }",
  ],
].flatMap(([name, pointcut, plain, tangled]): [string, EqualityCase][] => {
  const fill = (before: string, after: string) =>
    (tangled as string).replace("%B", before).replace("%A", after);
  const isStructure = name === "structure argument";
  const value = isStructure
    ? ["note(tjp->arg<0>()->x);", "note(x.x);"]
    : ["note(*tjp->arg<0>());", "note(x);"];
  const entry = (kind: string, aspects: string, before: string, after: string): [string, EqualityCase] => [
    `call, ${name}: ${kind}`,
    one(plain as string, aspects, fill(before, after)),
  ];
  const at = pointcut as string;
  return [
    entry("before", aspect("A", at, "before", "count++;"), "count++;", ""),
    entry("before with context", aspect("A", at, "before", value[0] as string), value[1] as string, ""),
    entry("after", aspect("A", at, "after", "count++;"), "", "count++;"),
    entry("after with context", aspect("A", at, "after", "note(*tjp->result());"), "", "note(r);"),
    entry("around", aspect("A", at, "around", "count++; tjp->proceed(); count--;"), "count++;", "count--;"),
    entry(
      "around with context",
      aspect("A", at, "around", `${value[0]} tjp->proceed(); *tjp->result() |= 1;`),
      value[1] as string,
      "r |= 1;",
    ),
    entry(
      "three aspects",
      [
        ...NAMES.map(
          (name_, i) =>
            `aspect ${name_} { advice ${at} : before() { note(${i}); } advice ${at} : after() { count += ${i + 1}; } };`,
        ),
        order(NAMES),
      ].join("\n"),
      "note(0); note(1); note(2);",
      "count += 3; count += 2; count += 1;",
    ),
  ];
});

const DATA: readonly [string, EqualityCase][] = [
  [
    "get: before",
    one(
      "int f(C *p) { return p->f + 1; }",
      aspect("A", 'get("% C::f")', "before", "count++;"),
      "int f(C *p) { count++; return p->f + 1; }",
    ),
  ],
  [
    "get: after with context",
    one(
      "int f(C *p) { return p->next->f + 1; }",
      aspect("A", 'get("% C::f")', "after", "note(*tjp->result());"),
      "int f(C *p) { int v = p->next->f; note(v); return v + 1; }",
    ),
  ],
  [
    "get: around",
    one(
      "int f() { return global * 3; }",
      aspect("A", 'get("% global")', "around", "tjp->proceed(); *tjp->result() &= 7;"),
      "int f() { return (global & 7) * 3; }",
    ),
  ],
  [
    "set: before",
    one(
      "void f(C *p, int v) { p->f = v; }",
      aspect("A", 'set("% C::f")', "before", "count++;"),
      "void f(C *p, int v) { count++; p->f = v; }",
    ),
  ],
  [
    "set: before with context",
    one(
      "void f(C *p, int v) { p->f = v * 2; }",
      aspect("A", 'set("% C::f")', "before", "note(*tjp->arg<0>());"),
      "void f(C *p, int v) { int n = v * 2; note(n); p->f = n; }",
    ),
  ],
  [
    "set: around",
    one(
      "void f(C *p, int v) { p->f = v; }",
      aspect("A", 'set("% C::f")', "around", "if (*tjp->arg<0>() >= 0) tjp->proceed();"),
      "void f(C *p, int v) { if (v >= 0) p->f = v; }",
    ),
  ],
  [
    "set: after of an element",
    one(
      "void f(C *p, int i) { p->a[i] = 5; }",
      aspect("A", 'set("% C::a")', "after", "note(tjp->idx<0>());"),
      "void f(C *p, int i) { p->a[i] = 5; note(i); }",
    ),
  ],
  [
    "set of a bit-field",
    one(
      "void f(C *p, unsigned v) { p->b = v; }",
      aspect("A", 'set("% C::b")', "before", "count++;"),
      "void f(C *p, unsigned v) { count++; p->b = v; }",
    ),
  ],
  [
    "compound: get and set",
    one(
      "void f(C *p) { p->f++; }",
      `aspect A { advice get("% C::f") : after() { note(*tjp->result()); } advice set("% C::f") : before() { note(*tjp->arg<0>()); } };`,
      "void f(C *p) { int v = p->f; note(v); v++; note(v); p->f = v; }",
    ),
  ],
  [
    "compound: set of a global",
    one(
      "void f(int v) { global += v; }",
      aspect("A", 'set("% global")', "before", "count++;"),
      "void f(int v) { int n = global + v; count++; global = n; }",
    ),
  ],
  [
    "ref: before",
    one(
      "int *f() { return &global; }",
      aspect("A", 'ref("% global")', "before", "count++;"),
      "int *f() { count++; return &global; }",
    ),
  ],
];

const MEMBERS: readonly [string, EqualityCase][] = [
  [
    "execution, member: before with this",
    one(
      "int C::adv(int k) { return g(k) + f; }",
      aspect("A", 'execution("% C::adv(...)")', "before", "note(tjp->that()->f);"),
      "int C::adv(int k) { note(this->f); return g(k) + f; }",
    ),
  ],
  [
    "execution, member: around",
    one(
      "int C::adv(int k) { return g(k) + f; }",
      aspect("A", 'execution("% C::adv(...)")', "around", "count++; tjp->proceed(); count--;"),
      "int C::adv(int k) { count++; int r = g(k) + f; count--; return r; }",
    ),
  ],
  [
    "execution, member: after that tests the result",
    one(
      "int C::adv(int k) { if (k < 0) return -1; if (g(k)) return 2; return 0; }",
      aspect("A", 'execution("% C::adv(...)")', "after", "if (*tjp->result() < 0) note(tjp->that()->f);"),
      "int C::adv(int k) { if (k < 0) { note(this->f); return -1; } if (g(k)) return 2; return 0; }",
    ),
  ],
  [
    "execution: constants",
    one(
      "int f(int a) { return g(a); }",
      aspect("A", 'execution("% f(...)")', "before", "log_text(tjp->signature(), JoinPoint::ARGS);"),
      'int f(int a) { log_text("int f(int)", 1); return g(a); }',
    ),
  ],
  [
    "execution: three kinds of advice",
    one(
      "int f(int a) { return g(a); }",
      `aspect A { advice execution("% f(...)") : around() { count++; tjp->proceed(); count--; } };
aspect B { advice execution("% f(...)") : before() { note(*tjp->arg<0>()); } advice execution("% f(...)") : after() { note(*tjp->result()); } };
aspect D { advice execution("% f(...)") : around() { if (*tjp->arg<0>()) tjp->proceed(); else *tjp->result() = 0; } };\n${order(NAMES)}`,
      "int f(int a) { count++; note(a); int r; if (a) r = g(a); else r = 0; note(r); count--; return r; }",
    ),
  ],
];

export const CXX_EQUALITY: Readonly<Record<string, EqualityCase>> = Object.fromEntries([
  ...execution(),
  ...CALLS,
  ...DATA,
  ...MEMBERS,
]);

/** Why some cases differ with some compilers, as far as the code shows; the columns beside say what it costs. */
export function whyDifferent(name: string): string {
  const known: readonly (readonly [RegExp, string])[] = [
    [/structures by value: around/, "operands of one addition change places"],
    [/references: around/, "gcc loads the referenced value a step earlier"],
    [/structure result: around/, "clang copies the result where by hand it is made in place"],
    [
      /around with context/,
      "gcc guesses the branch before the advice is inlined, and copies the shared tail",
    ],
    [/^get: before/, "two independent instructions change places"],
  ];
  return known.find(([pattern]) => pattern.test(name))?.[1] ?? "not known";
}

/**
 * Pairs of one function: with aspects, and as a careful programmer would have tangled the same advice in by hand.
 * At -O2 both must be the same machine code. Names that the code refers to are the same on both sides.
 */
export interface EqualityCase {
  /** Declarations that both sides share. */
  readonly common: string;
  /** The plain function `f` (and what it needs), which the aspects advise. */
  readonly plain: string;
  readonly aspects: string;
  /** `f` with the advice in it. */
  readonly tangled: string;
  /** Why operands differ although the instructions are the same, in number, order and size. */
  readonly operandsDiffer?: string;
}

const COMMON = `extern int count; extern void note(int); extern void log_text(const char *, int);
extern int g(int); extern int *where(void);
struct s { int f; unsigned b : 3; int a[8]; struct s *next; }; extern int global;`;

const at = (pointcut: string, kind: string, body: string) =>
  `aspect A { advice ${pointcut} : ${kind}() { ${body} } };`;

/** Short form: everything in one line each. */
const pair = (plain: string, aspects: string, tangled: string): EqualityCase => ({
  common: COMMON,
  plain,
  aspects,
  tangled,
});

export const EQUALITY: Readonly<Record<string, EqualityCase>> = {
  "before execution": pair(
    "int f(int a, int b) { return a * b; }",
    at('execution("% f(...)")', "before", "count++;"),
    "int f(int a, int b) { count++; return a * b; }",
  ),
  "before execution with arguments": pair(
    "int f(int a, int b) { return g(a) * b; }",
    at('execution("% f(...)")', "before", "note(tjp->arg1);"),
    "int f(int a, int b) { note(b); return g(a) * b; }",
  ),
  "before execution changing an argument": pair(
    "int f(int a, int b) { return g(a) * b; }",
    at('execution("% f(...)")', "before", "tjp->arg0 &= 15;"),
    "int f(int a, int b) { a &= 15; return g(a) * b; }",
  ),
  "before execution with constants": pair(
    "int f(int a) { return g(a); }",
    at('execution("% f(...)")', "before", "log_text(tjp->signature, tjp->args);"),
    'int f(int a) { log_text("int f(int)", 1); return g(a); }',
  ),
  "after execution": pair(
    "int f(int a) { return g(a) + 1; }",
    at('execution("% f(...)")', "after", "count++;"),
    "int f(int a) { int r = g(a) + 1; count++; return r; }",
  ),
  "after execution with result": pair(
    "int f(int a) { return g(a) + 1; }",
    at('execution("% f(...)")', "after", "note(tjp->result); tjp->result &= 255;"),
    "int f(int a) { int r = g(a) + 1; note(r); return r & 255; }",
  ),
  "after execution with several returns": pair(
    "int f(int a) { if (a < 0) return -1; if (g(a)) return 2; return 0; }",
    at('execution("% f(...)")', "after", "note(tjp->result);"),
    "int f(int a) { int r; if (a < 0) { r = -1; goto out; } if (g(a)) { r = 2; goto out; } r = 0; out: note(r); return r; }",
  ),
  "after execution that tests the result": pair(
    "int f(int a) { if (a < 0) return -1; if (g(a)) return 2; return 0; }",
    at('execution("% f(...)")', "after", "if (tjp->result < 0) count++;"),
    "int f(int a) { if (a < 0) { count++; return -1; } if (g(a)) return 2; return 0; }",
  ),
  "after execution with two returns": pair(
    "int f(int a) { if (g(a)) return -1; return 0; }",
    at('execution("% f(...)")', "after", "note(tjp->result);"),
    "int f(int a) { if (g(a)) { note(-1); return -1; } note(0); return 0; }",
  ),
  "after execution of a void function": pair(
    "void f(int a) { if (a) return; note(a); }",
    at('execution("% f(...)")', "after", "count++;"),
    "void f(int a) { if (a) goto out; note(a); out: count++; }",
  ),
  "around execution": pair(
    "int f(int a) { return g(a) + a; }",
    at('execution("% f(...)")', "around", "count++; tjp->proceed(); count--;"),
    "int f(int a) { count++; int r = g(a) + a; count--; return r; }",
  ),
  "around execution with context": pair(
    "int f(int a) { return g(a) + a; }",
    at(
      'execution("% f(...)")',
      "around",
      "if (tjp->arg0 > 0) tjp->proceed(); else tjp->result = -22; note(tjp->result);",
    ),
    "int f(int a) { int r; if (a > 0) r = g(a) + a; else r = -22; note(r); return r; }",
  ),
  "before call": pair(
    "int f(int a) { return g(a + 1) * 2; }",
    at('call("% g(...)")', "before", "count++;"),
    "int f(int a) { int x = a + 1; count++; return g(x) * 2; }",
  ),
  "before call with context": pair(
    "int f(int a) { return g(a + 1) * 2; }",
    at('call("% g(...)")', "before", "note(tjp->arg0);"),
    "int f(int a) { int x = a + 1; note(x); return g(x) * 2; }",
  ),
  "after call with context": pair(
    "int f(int a) { return g(a) * 2; }",
    at('call("% g(...)")', "after", "if (tjp->result < 0) note(tjp->arg0);"),
    "int f(int a) { int r = g(a); if (r < 0) note(a); return r * 2; }",
  ),
  "around call": pair(
    "int f(int a) { return g(a) * 2; }",
    at('call("% g(...)")', "around", "if (count) tjp->proceed(); else tjp->result = 7;"),
    "int f(int a) { int r; if (count) r = g(a); else r = 7; return r * 2; }",
  ),
  "around call that changes the argument": pair(
    "int f(int a) { return g(a) * 2; }",
    at('call("% g(...)")', "around", "tjp->arg0 |= 4; tjp->proceed(); tjp->result++;"),
    "int f(int a) { a |= 4; int r = g(a); r++; return r * 2; }",
  ),
  "before get of a field": pair(
    "int f(struct s *p) { return p->f + 1; }",
    at('get("% s::f")', "before", "count++;"),
    "int f(struct s *p) { count++; return p->f + 1; }",
  ),
  "after get of a field with result": pair(
    "int f(struct s *p) { return p->next->f + 1; }",
    at('get("% s::f")', "after", "note(tjp->result);"),
    "int f(struct s *p) { int v = p->next->f; note(v); return v + 1; }",
  ),
  "around get of a global": pair(
    "int f(void) { return global * 3; }",
    at('get("% global")', "around", "tjp->proceed(); tjp->result &= 7;"),
    "int f(void) { return (global & 7) * 3; }",
  ),
  "before set of a field": pair(
    "void f(struct s *p, int v) { p->f = v; }",
    at('set("% s::f")', "before", "count++;"),
    "void f(struct s *p, int v) { count++; p->f = v; }",
  ),
  "before set with context": {
    ...pair(
      "void f(struct s *p, int v) { p->f = v * 2; }",
      at('set("% s::f")', "before", "if (tjp->target->f != tjp->arg0) note(tjp->arg0);"),
      "void f(struct s *p, int v) { int n = v * 2; if (p->f != n) note(n); p->f = n; }",
    ),
    operandsDiffer: "gcc orders the operands of != by the age of its variables, which inlining renumbers",
  },
  "after set of an element": pair(
    "void f(struct s *p, int i) { p->a[i] = 5; }",
    at('set("% s::a")', "after", "note(tjp->idx0);"),
    "void f(struct s *p, int i) { p->a[i] = 5; note(i); }",
  ),
  "around set": pair(
    "void f(struct s *p, int v) { p->f = v; }",
    at('set("% s::f")', "around", "if (tjp->arg0 >= 0) tjp->proceed();"),
    "void f(struct s *p, int v) { if (v >= 0) p->f = v; }",
  ),
  "set of a bit-field": pair(
    "void f(struct s *p, unsigned v) { p->b = v; }",
    at('set("% s::b")', "before", "count++;"),
    "void f(struct s *p, unsigned v) { count++; p->b = v; }",
  ),
  "get and set of an increment": pair(
    "void f(struct s *p) { p->f++; }",
    `aspect A { advice get("% s::f") : after() { note(tjp->result); } advice set("% s::f") : before() { note(tjp->arg0); } };`,
    "void f(struct s *p) { int v = p->f; note(v); v++; note(v); p->f = v; }",
  ),
  "compound assignment to a global": pair(
    "void f(int v) { global += v; }",
    at('set("% global")', "before", "count++;"),
    "void f(int v) { int n = global + v; count++; global = n; }",
  ),
  "three aspects at one execution": pair(
    "int f(int a) { return g(a); }",
    `aspect A { advice execution("% f(...)") : around() { count++; tjp->proceed(); count--; } };
aspect B { advice execution("% f(...)") : before() { note(tjp->arg0); } advice execution("% f(...)") : after() { note(tjp->result); } };
aspect C { advice execution("% f(...)") : around() { if (tjp->arg0) tjp->proceed(); else tjp->result = 0; } };
aspect O { advice execution("% f(...)") : order("A", "B", "C"); };`,
    "int f(int a) { count++; note(a); int r; if (a) r = g(a); else r = 0; note(r); count--; return r; }",
  ),
  "structure by value": pair(
    "struct p { int x, y; }; int f(struct p a) { return g(a.x) + a.y; }",
    at('execution("% f(...)")', "around", "tjp->arg0.x += 2; tjp->proceed();"),
    "struct p { int x, y; }; int f(struct p a) { a.x += 2; return g(a.x) + a.y; }",
  ),
  "before an addition, with its operands": pair(
    "int f(int a, int b) { return g(a + b * 2); }",
    at('builtin("int operator +(int, int)")', "before", "note(tjp->arg1);"),
    "int f(int a, int b) { int y = b * 2; note(y); return g(a + y); }",
  ),
  "around a division": pair(
    "int f(int a, int b) { return a / b; }",
    at(
      'builtin("int operator /(int, int)")',
      "around",
      "if (tjp->arg1) tjp->proceed(); else tjp->result = 0;",
    ),
    "int f(int a, int b) { int r; if (b) r = a / b; else r = 0; return r; }",
  ),
  "after a dereference and an index": pair(
    "int f(int *p, int i) { return *p + p[i]; }",
    at('builtin("int& operator %(...)")', "after", "count++;"),
    "int f(int *p, int i) { count++; int x = *p; count++; return x + p[i]; }",
  ),
  "before assignments": pair(
    "void f(struct s *p, int v) { p->a[2] += v; global = g(v); }",
    at('builtin("% operator %(...)") && args("int&", "int")', "before", "count++;"),
    "void f(struct s *p, int v) { count++; p->a[2] += v; int r = g(v); count++; global = r; }",
  ),
  "after a step": pair(
    "int f(struct s *p) { return g(p->f++); }",
    at('builtin("% operator ++(...)")', "after", "count++;"),
    "int f(struct s *p) { int x = p->f++; count++; return g(x); }",
  ),
  "before a choice": pair(
    "int f(int a, int b) { if (a && g(b)) return 1; return a ? g(a) : 2; }",
    at('builtin("int operator ?:(...)")', "before", "count++;"),
    "int f(int a, int b) { if (a && g(b)) return 1; int r; if (a) { r = g(a); count++; } else { count++; r = 2; } return r; }",
  ),
  "before && in a condition": pair(
    "void f(int a, int b) { if (a && g(b)) note(a); }",
    at('builtin("int operator &&(...)")', "before", "count++;"),
    "void f(int a, int b) { int r; if (a) { r = g(b) != 0; count++; } else { count++; r = 0; } if (r) note(a); }",
  ),
  "several join points in one function": pair(
    "int f(struct s *p) { p->f = g(p->next->f) + global; return p->f; }",
    `aspect A {
  advice set("% s::f") : before() { note(tjp->arg0); }
  advice call("% g(...)") : after() { count += tjp->result; }
  advice get("% global") : before() { count++; }
};`,
    `int f(struct s *p) { int r = g(p->next->f); count += r; count++; r += global; note(r); p->f = r; return p->f; }`,
  ),
};

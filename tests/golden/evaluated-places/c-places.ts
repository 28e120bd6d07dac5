/** Statements of C in whose every evaluated expression `k` is called, and what they need. */
export const C_HEAD = `extern int seen;
typedef __builtin_va_list va_list; struct in { int c[4]; }; struct s { int x; int a[8]; struct in b[4]; };
static int calls; static int *p0;
__attribute__((noinline)) int k(int n) { calls++; return n + 1; }
__attribute__((noinline)) struct s ks(int n) { struct s r = { n, {1,2} }; return r; }
__attribute__((noinline)) int *kp(int *p, int n) { (void)n; return p; }
static void clean(int *p) { k(*p); }
static int va(int n, ...) { va_list l; __builtin_va_start(l, n); int r = __builtin_va_arg(l, int); __builtin_va_end(l); return r + k(1); }
int vp(int n, int a[k(n)]) { (void)a; return n; }
int vp2(int n, int a[3][k(n)]) { return n + sizeof a[0]; }
int vp3(int n, int a[static k(n)]) { (void)a; return n; }
int vp4(int n, int (*a)[k(n)]) { return n + sizeof *a; }
int vp5(int n, int a[k(n)][sizeof(int[k(1)])]) { (void)a; return n; }
int ret(int n) { return k(n) + k(1); }
#if defined __STDC_VERSION__ && __STDC_VERSION__ > 201710L
static int oldst(int n) { return k(n); }
#else
static int oldst(n) int n; { return k(n); }
#endif
`;

/** By what they show; `n` is 2, and what the statement leaves in it is returned. */
export const C_PLACES: Readonly<Record<string, string>> = {
  "call statement": "k(1);",
  argument: "k(k(1));",
  condition: "if (k(1)) k(2);",
  "loop parts": "for (int i = k(0); i < k(2); i += k(0)) ;",
  "do while": "int i = 0; do i++; while (k(i) < 2);",
  switch: "switch (k(1)) { case 2: k(1); }",
  "sizeof vla": "n += sizeof(int[k(n)]);",
  "sizeof vla 2d": "n += sizeof(int[k(n)][k(2)]);",
  "sizeof vla unparenthesized": "int (*p)[n] = 0; n += sizeof *(p + k(0));",
  "sizeof vla element": "int v[3][n]; n += sizeof(v[k(0)]);",
  "sizeof vla element bare": "int v[3][n]; n += sizeof v[k(0)];",
  "sizeof plain": "n += sizeof(k(1)) + sizeof k(2);",
  "sizeof pointer to vla": "n += sizeof(int (*)[k(n)]);",
  "typedef vla": "typedef int V[k(n)]; V v; n += sizeof v;",
  "typedef pointer": "typedef int (*V)[k(n)]; V v = 0; n += sizeof *v;",
  offsetof: "n += __builtin_offsetof(struct s, a[k(1)]);",
  "offsetof 2d": "n += __builtin_offsetof(struct s, b[k(1)].c[k(0)]);",
  "typeof type": "__typeof__(int[k(1)]) w; n += sizeof w;",
  "typeof expression": "int v[3][n]; __typeof__(v[k(0)]) w; n += sizeof w;",
  "typeof plain": "__typeof__(k(1)) w = 0; n += w;",
  cast: "n += ((int (*)[k(n)])p0) == 0;",
  "cast deref": "n += sizeof *(int (*)[k(n)])p0;",
  vla: "int v[k(n)]; n += sizeof v;",
  "vla pointer": "int (*v)[k(n)] = 0; n += sizeof *v;",
  "vla parameter": "n += vp(3, p0);",
  "parameter 2d": "n += vp2(2, p0);",
  "parameter static": "n += vp3(3, p0);",
  "parameter pointer": "n += vp4(3, p0);",
  initializer: "int v[] = { k(1), [2] = k(2) }; n += v[0];",
  "compound literal": "struct s *p = &(struct s){ .x = k(1) }; n += p->x;",
  "compound array": "n += ((int[]){ k(1), k(2) })[k(0)];",
  "statement expression": "n += ({ int q = k(1); q + k(2); });",
  comma: "n += (k(1), k(2));",
  conditional: "n += k(1) ? k(2) : k(3);",
  elvis: "n += k(1) ?: k(2);",
  logic: "n += k(0) && k(1); n += k(0) || k(1);",
  generic: "n += _Generic(k(1), int: k(2), long: k(3));",
  "generic callee": "n += _Generic(n, int: k, long: 0)(3);",
  choose: "n += __builtin_choose_expr(1, k(1), k(2));",
  constant_p: "n += __builtin_constant_p(k(1));",
  "computed goto": "void *t[] = { &&a, &&b }; goto *t[k(0)]; a: n++; b: n++;",
  "case range": "switch (k(3)) { case 1 ... 5: k(1); break; default: k(2); }",
  "asm operand": 'int q; __asm__("" : "=r"(q) : "0"(k(1))); n += q;',
  "asm output": 'static int v[4]; __asm__("" : "+m"(v[k(0)])); ',
  "pointer call": "n += (*k)(1) + (&k)(1) + (k)(1) + (**k)(1);",
  alignof: "n += _Alignof(__typeof__(k(1)));",
  va_arg: "n += va(1, k(1), k(2));",
  expect: "if (__builtin_expect(k(1), 1)) n++;",
  "nested sizeof": "n += sizeof(int[sizeof(k(1)) + k(1)]);",
  "sizeof in vla bound": "int v[sizeof(int[k(1)])]; n += sizeof v;",
  "member of result": "n += ks(1).x;",
  "array of result": "n += ks(1).a[k(0)];",
  cleanup: "int q __attribute__((cleanup(clean))) = k(1); n += q;",
  "auto type": "__auto_type q = k(1); n += q;",
  "vla typedef in sizeof": "typedef int R[k(2)]; n += sizeof(R[k(1)]);",
  "function returning": "n += *kp(&n, k(1));",
  "types compatible": "n += __builtin_types_compatible_p(int[k(1)], int[3]);",
  real: "n += __real__ (k(1) + 0.0);",
  "sizeof and bound": "int v[sizeof k(1) + k(2)]; n += sizeof v;",
  "index swapped": "static int v[4]; n += k(0)[v] + 1[v];",
  "nested parameter vla": "n += vp5(3, p0);",
  "object size": "n += __builtin_object_size(p0 + k(0), 0) == 1;",
  "choose dead": "n += __builtin_choose_expr(0, k(1), 5);",
  atomic: "static _Atomic int at; at = k(1); at += k(1); n += at;",
  "sizeof vla struct literal": "n += sizeof((int (*)[k(2)])p0) ;",
  "for scope vla": "for (int v[k(1)], i = 0; i < 1; i++) n += sizeof v;",
  return: "n += ret(2);",
  "old style": "n += oldst(2);",
};

/** Programs for advice on built-in operators in C: a table of `weave-semantics.test.ts`. */
import type { SemanticCase } from "./weave-semantics.js";

export const OPERATORS: Readonly<Record<string, SemanticCase>> = {
  "array parameters, which are pointers": {
    source: `static int f(int argc, char *const argv[], int t[3]) {
  argv += 1; argv++; --argv; t = t + 1; int *q = argc > 9 ? t : &t[1]; printf("%s %d %d\\n", *argv, *q, argv == 0); return t[0]; }
int main(void) { char *const a[] = { "x", "y" }; int t[] = { 1, 2, 3 }; return f(2, a, t) - 2; }`,
    aspects: `aspect A {
  advice builtin("char *const *operator ++(...)") || builtin("% operator +=(...)") || builtin("% operator --(...)") : around() { tjp->proceed(); printf("%s; ", tjp->signature); }
  advice builtin("int *operator %(...)") : after() { tjp->result += 0; }
};`,
    output:
      "char *const *&operator +=(char *const *&,int); char *const *operator ++(char *const *&); char *const *&operator --(char *const *&); y 3 0",
  },
  "an arithmetic operator: operands, result, before, after and around": {
    source: `static int f(int a, long b) { return a + 2 * (a - (int)b); }
int main(void) { printf("= %d\\n", f(5, 3)); return 0; }`,
    aspects: `aspect A {
  advice builtin("int operator %(int, int)") : before() { printf("%s(%d, %d) of %d; ", tjp->signature, tjp->arg0, tjp->arg1, tjp->args); }
  advice builtin("int operator *(...)") : around() { tjp->arg0 = 3; tjp->proceed(); tjp->result++; }
  advice builtin("int operator -(int, int)") : after() { printf("-> %d\\n", tjp->result); }
};`,
    output:
      "int operator -(int,int)(5, 3) of 2; -> 2\nint operator *(int,int)(2, 2) of 2; int operator +(int,int)(5, 7) of 2; = 12",
  },
  "operands have their types after the usual conversions": {
    source: `int main(void) { char c = 1; unsigned u = 2; long long l = 3; float f = 0.5f; double d = 2; int *p = &(int){4};
  printf("%d\\n", (int)(c + l) + (int)(c < u) + (int)(f * d) + (p != 0) + (int)(c << l)); return 0; }`,
    aspects: `aspect A {
  advice builtin("% operator %(...)") && !builtin("int operator +(int, int)") && !builtin("% operator &(%)") : before() { printf("%s\\n", tjp->signature); }
};`,
    output: `long long operator +(long long,long long)
int operator <(unsigned int,unsigned int)
double operator *(double,double)
int operator !=(int *,int *)
int operator <<(int,long long)
15`,
  },
  "unary operators, and steps before and after": {
    source: `int main(void) { int a = 5, b = -a, c = ~a, d = !a, e = +a; int f = a++, g = --a; unsigned char h = 255; h++;
  printf("%d %d %d %d %d %d %d %d\\n", a, b, c, d, e, f, g, h); return 0; }`,
    aspects: `aspect A {
  advice builtin("int operator -(int)") : around() { tjp->result = -tjp->arg0 * 10; }
  advice builtin("% operator ~(%)") || builtin("% operator !(%)") || builtin("% operator +(%)") : after() { printf("%d ", tjp->result); }
  advice builtin("% operator ++(%)") : before() { printf("[%d] ", tjp->arg0); }
  advice builtin("int& operator --(...)") : around() { tjp->arg0 += 10; tjp->proceed(); printf("gave %d ", tjp->result); }
};`,
    output: "-6 0 5 [5] gave 15 [255] 15 -50 -6 0 5 5 15 0",
  },
  "assignments: the place, the value and whether they happen": {
    source: `struct s { int f; short a[3]; }; static int g; static volatile int v;
int main(void) { int x; struct s t = {1, {0}}, *p = &t; x = 4; g = x += 2; p->f = x; t.a[1] = p->f; v = 1; v |= 6; x -= v;
  printf("%d %d %d %d %d\\n", x, g, t.f, t.a[1], v); return 0; }`,
    aspects: `aspect A {
  advice builtin("int& operator =(int&, int)") : around() { tjp->arg1 *= 2; tjp->proceed(); if (tjp->result != tjp->arg0) __builtin_abort(); }
  advice builtin("% operator =(...)") && args("%", "short") : around() { tjp->arg0 = -1; }
  advice builtin("% operator %(...)") && args("int&", "int") : after() { printf("%d ", tjp->arg0); }
};`,
    output: "8 10 20 20 2 6 4 4 20 20 -1 6",
    lax: ["-Wno-parentheses"],
  },
  "places: what a pointer or an index leads to": {
    source: `static int m[2][3] = {{1, 2, 3}, {4, 5, 6}}; static int twice(int n) { return n * 2; }
int main(void) { int *p = &m[1][0], i = 2, (*f)(int) = twice; *p = *p + m[0][i]; p[1]++; 1[p] += i[m[0]]; char c = "abc"[i]; int *q = &*p;
  i = (*f)(4); int first = *q, second = q[1]; printf("%d %d %c %d\\n", first, second, c, i); return 0; }`,
    aspects: `aspect A {
  int n;
  advice builtin("int& operator *(int*)") : after() { n++; printf("*%d ", *tjp->result); }
  advice builtin("% operator [](int*, int)") : before() { n++; printf("[%d] ", tjp->arg1); }
  advice builtin("% operator [](char*, int)") : around() { tjp->arg1 = 0; tjp->proceed(); }
  advice builtin("% operator *(%)") && !args("int*") : before() { printf("call through (*f) after %d; ", n); }
};`,
    output: "[0] *4 [2] *4 [1] *7 call through (*f) after 6; *7 [1] 7 9 a 8",
  },
  "&& and || evaluate what they did, and advice sees what decided": {
    source: `static int n; static int yes(int *p) { n++; return p != 0; }
int main(void) { int *p = &n, *q = 0; int a = p && q, b = q && yes(p), c = p || yes(p), d = q || yes(p); if (p && (q || n) && !q) n += 10;
  printf("%d%d%d%d %d\\n", a, b, c, d, n); return 0; }`,
    aspects: `aspect A {
  advice builtin("int operator &&(int, int)") : after() { printf("%d&&%d=%d ", tjp->arg0, tjp->arg1, tjp->result); }
  advice builtin("% operator ||(...)") && args(x, y) : before(int x, int y) { printf("%d||%d ", x, y); }
};`,
    output: "1&&0=0 0&&0=0 0||1 0||1 1&&1=1 1&&1=1 0011 11",
  },
  "?: and , with values and without": {
    source: `static int n; static void note(int i) { n += i; }
int main(void) { int a = 3; int b = a > 2 ? a : -a; int c = a > 5 ? 1 : (note(1), a + 1); double d = a ? 1 : 2.5; a ? note(10) : note(20); note(1), note(2);
  printf("%d %d %.1f %d\\n", b, c, d, n); return 0; }`,
    aspects: `aspect A {
  advice builtin("int operator ?:(...)") : around() { tjp->proceed(); printf("%d? %d = %d\\n", tjp->arg0, tjp->arg1, tjp->result); tjp->result += 100; }
  advice builtin("double operator ?:(...)") : before() { printf("%.1f\\n", tjp->arg2); tjp->arg1 = 4; }
  advice builtin("void operator ?:(...)") : before() { printf("void %d\\n", tjp->arg0); }
  advice builtin("int operator ,(...)") : after() { printf("comma %d\\n", tjp->arg1); }
  advice builtin("void operator ,(...)") : after() { printf("done %d\\n", n); }
  int n;
};`,
    output: "1? 3 = 3\ncomma 4\n0? 4 = 4\n1.0\nvoid 1\ndone 0\n103 104 4.0 14",
    lax: ["-Wno-unused-value"],
  },
  "an operator and the write that it is: the operator's advice is outside": {
    source: `static int g; static int a[4]; struct s { int f; unsigned b : 3; };
int main(void) { struct s x = {1, 0}, *p = &x; g = 2; g += 3; p->f++; int v = a[1] + 1; a[g] = v; x.b = 5; int *q = &g;
  printf("%d %d %d %d\\n", *q, x.f, x.b, *(a + 3)); return 0; }`,
    aspects: `aspect A {
  advice builtin("% operator %(...)") && (args("int&", "int") || args("int&")) : around() { printf("<"); tjp->proceed(); printf(">"); }
  advice builtin("% operator [](...)") : before() { printf("[%d]", tjp->arg1); }
  advice set("% ...::%") : before() { printf("set %d", tjp->arg0); }
  advice get("% a") || get("% g") : after() { printf("get %d ", tjp->result); }
  advice set("% g") : around() { tjp->arg0 -= 1; tjp->proceed(); }
  advice ref("% g") : before() { printf("ref"); }
};`,
    output: "<set 2><get 1 set 4><set 2>[1]get 0 get 3 [3]<set 1>set 5<ref>3 2 5 1",
  },
  "structures are assigned by value": {
    source: `struct big { int n; int a[9]; }; static struct big g; static struct big make(int n) { struct big b = {n, {n}}; return b; }
int main(void) { struct big x, y, *p = &y; x = make(3); *p = x; g = y = x; printf("%d %d %d\\n", y.n, g.a[0], (x = g).n); return 0; }`,
    aspects: `aspect A {
  advice builtin("% operator =(big&, big)") : around() { tjp->arg1.n++; tjp->proceed(); printf("%d ", tjp->arg0.n); }
};`,
    output: "4 5 5 6 7 5 3 7",
  },
  "the left operand is evaluated first where both do something": {
    source: `static int n; static int next(void) { return ++n; } static int *at(void) { n *= 2; static int a[9] = {0,1,2,3,4,5,6,7,8}; return a; }
int main(void) { printf("%d ", next() - next()); printf("%d ", at()[next()]); printf("%d\\n", n++ * 2 < next() + 1); return 0; }`,
    aspects: `aspect A { advice builtin("% operator %(...)") : before() { } };`,
    output: "-1 5 0",
    lax: ["-Wno-sequence-point", "-Wno-unsequenced"],
  },
  "operators keep what constants, types and asm need": {
    source: `enum { N = 1 + 2 }; static int table[N * 2] = { [N - 1] = -1 }; struct b { unsigned f : N + 1; };
#define SIZE(x) (sizeof(x) / sizeof((x)[0]))
int main(void) { int r; static const int k = ~0; int buf[N + 1]; char vla[(SIZE(table) + 1)];
  int local[N + 2] = { [N - 1] = 1, 2 }, n = 2, runtime[n * 2]; int (*rows)[N - 2] = (int (*)[N - 2])local; int *made = (int[N - 1]){ 7 };
  __asm__("movl %1, %0" : "=r"(r) : "i"(N + 4)); switch (r - 3) { case N + 1: r += (int)SIZE(vla) + local[2] + (*rows)[0] + (int)SIZE(runtime) + *made; }
  _Static_assert(N == 3, "N"); printf("%d %d %d %d\\n", r, k, (int)SIZE(buf), __builtin_choose_expr(N > 1, table[N - 1], 0)); return 0; }`,
    aspects: `aspect A { advice builtin("% operator %(...)") : before() { } };`,
    output: "26 -1 4 -1",
  },
  "packed members, and pointers that differ in qualifiers": {
    source: `struct list { struct list *next; } head = { &head }; struct __attribute__((packed)) hw { char c; int word; } hw;
static int empty(const struct list *l) { return l->next == l; }
int main(void) { char text[4], *end = text + 4; const char *at = text; int n = 0; while (at < end) at++, n++; hw.word = empty(&head) + (int)(end - at);
  printf("%d %d\\n", hw.word, n); return 0; }`,
    aspects: `aspect A { int n; advice builtin("% operator %(...)") : before() { n++; } advice builtin("int operator ==(...)") : after() { printf("%s\\n", tjp->signature); } };`,
    output: "int operator ==(struct list *,struct list *)\n1 4",
  },
  "numbers that become pointers, and members of structs without a name that are const": {
    source: `struct __attribute__((packed)) alt { char c; int off; } alt = { 1, 2 };
struct dev { const struct { short bus; union { int id; }; }; volatile struct { int state; }; } dev = { { 3, { 4 } }, { 5 } };
static int failed(void *p) { return p == (void *)-1 || p == (char *)(1 + 1) || p == ((void *)~0u); }
static int show(const void *p) { return *(const int *)p; }
int main(void) { dev.state = 6; printf("%d %d%d %d %d\\n", show(&dev.id), failed((void *)-1), failed(&dev), *&dev.bus + dev.state, *(int *)(void *)&alt.off); return 0; }`,
    aspects: `aspect A { advice builtin("% operator %(...)") || ref("% ...::%") || get("% ...::%") : around() { tjp->proceed(); } };`,
    output: "4 10 9 2",
    lax: ["-Wno-address-of-packed-member", "-Wno-address"],
  },
  "the address of what has no name outside of its function": {
    source: `static int sum(const void *p) { const int *at = p; return at[0] + at[1]; }
int main(void) { struct { int a, b; } d = { 1, 2 }; const struct named { int a, b; } e[2] = { { 0, 0 }, { 3, 4 } }; printf("%d %d %d\\n", sum(&d), sum(&(e[1])), (&d)->b); return 0; }`,
    aspects: `aspect A { int n; advice builtin("% operator &(...)") : around() { n++; tjp->proceed(); } advice execution("% main()") : after() { printf("%d", n); } };`,
    output: "3 7 2\n3",
  },
  "types that typeof or sizeof name by a struct without a name": {
    source: `#define COUNT(a) (sizeof(a) / sizeof((a)[0]) + 0 * sizeof(struct { int z : 1; }))
#define MIN(a, b) ({ const __typeof__(a) a_ = (a); const __typeof__(b) b_ = (b); (void)(&a_ == &b_); a_ < b_ ? a_ : b_; })
#define ONCE(x) (*(const volatile __typeof__(x) *)&(x))
static int a[2], b[3]; struct param { enum { OFF, ON } kind; int n; };
static int kind(const struct param *p) { return p->kind == ON ? 1 : 0; }
int main(void) { struct param p = { ON, 2 }; int i = 1; a[i] = 7; printf("%d %d %d\\n", (int)MIN(COUNT(a), COUNT(b)), ONCE(a[i]), kind(&p)); return 0; }`,
    aspects: `aspect A { int n; advice builtin("% operator %(...)") || get("% ...::%") : around() { n++; tjp->proceed(); } };`,
    output: "2 7 1",
  },
  "the left operand of ?: without a middle one": {
    source: `static int g = 5; int main(void) { int n = 6; printf("%d %d\\n", (n & 1) ?: (n & 4), (g & 7) ?: 9); return 0; }`,
    aspects: `aspect A { int n; advice builtin("% operator &(...)") : around() { n++; tjp->proceed(); } advice execution("% main()") : after() { printf("%d", n); } };`,
    output: "4 5\n3",
  },
  "locals, macros, gnu89 and inline functions of headers": {
    source: `#define ADD(a, b) ((a) + (b))
static __inline__ int both(int i, int j) { return ADD(i, j) % 7; }
int main(void) { int count = 2; int sum = 0; for (; count < 5; count++) sum = ADD(sum, both(count, sum)); printf("= %d\\n", sum); return 0; }`,
    aspects: `aspect A {
  advice builtin("int operator +(int, int)") && within("% main(...)") && local(c, "count") : before(int c) { printf("%d: ", c); }
  advice builtin("int operator %%(int, int)") : after() { printf("%d ", tjp->result); }
};`,
    output: "2 2: 5 3: 4 4: = 11",
    dialect: "-std=gnu89",
  },
};

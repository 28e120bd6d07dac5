/** Programs for what is decided, counted or laid out beyond one function: the second table of `weave-semantics.test.ts`. */
import type { SemanticCase } from "./weave-semantics.js";

export const DYNAMIC: Readonly<Record<string, SemanticCase>> = {
  "around a function with unnamed arguments goes on with them, or not": {
    source: `#define va_list __builtin_va_list
int vprintf(const char *, va_list);
__attribute__((noinline)) static int say(int level, char tag, const char *format, ...) {
  va_list list; __builtin_va_start(list, format); printf("%d%c: ", level, tag); int n = vprintf(format, list);
  __builtin_va_end(list); return n; }
int main(void) { int (*p)(int, char, const char *, ...) = say;
  printf("= %d\\n", say(1, 'a', "%d %s %.1f\\n", 42, "x", 2.5)); printf("= %d\\n", say(9, 'b', "%d\\n", 7));
  printf("= %d\\n", p(3, 'c', "%lld\\n", 1LL << 40)); return 0; }`,
    aspects: `aspect A {
  advice execution("% say(...)") : before() { tjp->arg1++; }
  advice execution("% say(...)") : around() {
    if (tjp->arg0 > 5) { tjp->result = -tjp->arg0; printf("quiet\\n"); }
    else { tjp->arg0 += 10; tjp->proceed(); }
  }
  advice execution("% say(...)") : before() { printf("[%d] ", tjp->arg0); }
};`,
    output: "[11] 11b: 42 x 2.5\n= 9\nquiet\n= -9\n[13] 13d: 1099511627776\n= 14",
  },
  "around a function with unnamed arguments and no result": {
    source: `static int n; __attribute__((noinline)) static void add(int first, ...) {
  __builtin_va_list list; __builtin_va_start(list, first); n += first; n += __builtin_va_arg(list, int); __builtin_va_end(list); }
int main(void) { add(1, 2); add(-1, 5); add(10, 20); printf("%d\\n", n); return 0; }`,
    aspects: `aspect A { advice execution("% add(...)") : around() {
  if (tjp->arg0 < 0)
    return;
  tjp->proceed();
} };`,
    output: "33",
  },
  "fields of slices, and functions that become the aspect's": {
    source: `struct inode { int i_uid; }; struct chunk { int n; char data[4]; };
static struct inode table[2] = {{1}, {2}}; static struct chunk c = { .n = 1, .data = "abc" };
static void chown(struct inode *i, int uid) { i->i_uid = uid; }
int main(void) { chown(&table[1], 7); chown(&table[1], 8); chown(&table[0], 9); printf("%s %d\\n", c.data, table[1].i_uid); return 0; }`,
    aspects: `aspect Owner {
  advice "inode" : slice struct {
    long woven_by;
    struct inode *next;
    void mark(struct inode *i) { i->woven_by++; seen(i); }
  };
  advice "chunk" : before("data") slice struct { int used; };
  int total;
  void seen(struct inode *i) { total++; printf("%ld marks, %d in all\\n", i->woven_by, total); }
  advice set("% inode::i_uid") : after() { mark(tjp->target); }
  advice set("% inode::woven_by") : before() { printf("introduced %s, ", tjp->signature); }
};`,
    output: "1 marks, 1 in all\n2 marks, 2 in all\n1 marks, 3 in all\nabc 8",
    lax: ["-Wno-missing-field-initializers"],
  },
  "control flow is counted, and left by every return": {
    source: `static int f(int n); __attribute__((noinline)) int g(int n) { return n > 3 ? f(n - 1) : n * 2; }
static int f(int n) { if (n < 0) return -1; for (;;) { if (n == 5) return g(n) + 1; if (n == 4) goto out; return g(n); } out: return g(1); }
int (*volatile fp)(int) = g;
int main(void) { printf("= %d\\n", fp(1)); printf("= %d\\n", f(5)); f(-1); printf("= %d\\n", fp(2)); printf("= %d\\n", fp(7)); return 0; }`,
    aspects: `aspect A {
  advice execution("% g(...)") && cflow(execution("% f(...)")) : before() { printf("in f: g(%d) ", tjp->arg0); }
  advice execution("% g(...)") && !cflow(execution("% f(...)")) : after() { printf("not in f: %d ", tjp->result); }
};`,
    output:
      "not in f: 2 = 2\nin f: g(5) in f: g(1) = 3\nnot in f: 4 = 4\nin f: g(6) in f: g(5) in f: g(1) not in f: 3 = 3",
  },
  "around advice that depends on control flow": {
    source: `__attribute__((noinline)) int g(int n) { return n * 2; } __attribute__((noinline)) int f(int n) { return g(n) + 1; }
int main(void) { int x = g(1); int y = f(1); printf("%d %d %d\\n", x, y, g(2)); return 0; }`,
    aspects: `aspect A {
  advice execution("% g(...)") && cflow(call("% f(...)")) : around() { tjp->proceed(); tjp->result += 100; }
  advice execution("% g(...)") : before() { printf("g(%d) ", tjp->arg0); }
};`,
    output: "g(1) g(1) g(2) 2 103 4",
  },
  "control flow through accesses": {
    source: `int g; __attribute__((noinline)) int next(void) { return g + 1; } struct s { int f; };
int main(void) { struct s x = {0}; x.f = next(); g = 5; int y = next(); printf("%d %d\\n", x.f, y); return 0; }`,
    aspects: `aspect A {
  advice set("% s::f") : around() { tjp->arg0 += next(); tjp->proceed(); }
  advice execution("% next(...)") && cflow(set("% s::f")) : before() { printf("while it is set\\n"); }
};`,
    output: "while it is set\n2 6",
  },
  "local variables of the advised function": {
    source: `static int g; static void fill(int *p, int n) { *p = n * 2; } static int next(void) { return 1; }
int main(void) { int value = 1; char text[4] = "abc"; fill(&value, 4); value += next(); g = value; printf("%d %s\\n", g, text); return 0; }`,
    aspects: `aspect A {
  advice call("% fill(...)") && local(v, "value") && local(t, "text") : after(int v, char *t) { t[0] = 'x'; printf("filled %d\\n", v); }
  advice call("% next()") && local(v, "value") : before(int v) { printf("next after %d\\n", v); }
  advice set("% g") && local(v, "value") : around(int v) { tjp->arg0 = v * 10; tjp->proceed(); }
};`,
    output: "filled 8\nnext after 8\n90 xbc",
  },
};

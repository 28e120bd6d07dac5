// options: -std=gnu11
#include <stdio.h>
#include <stddef.h>
#include <stdarg.h>
typedef int v4 __attribute__((vector_size(16)));
typedef unsigned u4 __attribute__((vector_size(16)));
static v4 addv(v4 a, v4 b) { v4 c = a + b; c[1] += 5; return c; }
static int locals(int n) {
  struct local { int x, y; } l = {n, 2}, *pl = &l;
  enum e { A, B } e = B;
  typedef struct local alias;
  alias s = l; s.y += e; pl->x++;
  union { int i; float f; } u = {.f = 1.5f};
  pl->x += 3; u.i++;
  l = *pl; int m[n]; m[0] = 1; m[n - 1] += 4; int (*pm)[n] = &m; (*pm)[0]++;
  return s.x + s.y + l.x + u.i % 7 + m[0];
}
static int shadowed(int printf) { int locals = printf + 1; { int printf = locals++; return printf * locals; } }
struct flex { int n; int a[]; };
static struct flex stat = {2, {4, 5}};
static const volatile int cv = 4;
static int (*const fp)(int) = shadowed;
static int arr[2][3] = {{1, 2, 3}, {4, 5, 6}};
static char *strs[] = {"a", "b"};
static int multi(int a[static 2][3], int n, char *const argv[restrict n]) { a[1][2] += n; return a[n][0] + argv[0][0]; }
static inline __attribute__((always_inline)) int hot(int x) { return x ^ 1; }
__attribute__((noinline, const)) static int pure(int x) { return x * x; }
__attribute__((constructor)) static void start(void) { stat.n++; }
_Noreturn static void stop(int c) { extern void exit(int); fflush(stdout); exit(c); }
static __attribute__((regparm(2))) int regs(int a, int b) { return a - b; }
extern int later[]; int later[3] = {7, 8, 9};
int tentative; int tentative; static int uses(void) { return tentative++ + later[1]; }
asm(".globl asmsym\nasmsym = tentative");
static int asm_named(int) __asm__("renamed"); static int asm_named(int x) { return x + 4; }
static _Bool b; static char c8; static short s16; static long long ll; static float f; static double d; static long double ld; static unsigned char uc = 255;
static double mixes(void) { b = 5; b++; c8 = 300; s16 += 70000; ll = 1LL << 40; ll >>= b; f = 1; f /= 4; d += f; ld *= 2; ld -= 1; uc++; uc -= 2; ll %= 1000; ll |= 1; c8 <<= 2; return b + c8 + s16 + ll + f + d + (double)ld + uc; }
static int lists(int first, ...) { va_list l; va_start(l, first); int s = first; struct { int a; } t = {0}; while (1) { int n = va_arg(l, int); if (!n) break; s += n; t.a++; } va_end(l); return s * 10 + t.a; }
static int sw(int n) { int r = 0; switch (n) while (n > 0) { case 3: r += 3; case 2: r += 2; n -= 2; default: r++; n--; } return r; }
static int gotos(int n) { int i = 0, r = 0; top: if (i >= n) goto out; { __label__ inner; if (i & 1) goto inner; r += 10; inner: r++; } i++; goto top; out: return r; }
static int cond(int a, int b) { return a && b || !a ? a ?: b : (a, b); }
static int nestedcalls(int x) { return pure(hot(pure(x) + hot(x))) + regs(pure(2), regs(x, 1)); }
static void *voids(void *p) { return p ? (char *)p + 1 : 0; }
static int ptrs(void) { int x[4] = {1, 2, 3, 4}, *p = x, *q = &x[3]; *p++ = 9; *++p += 2; (*p)--; p[1] = *q--; int **pp = &p; **pp = 77; *(x + 1) <<= 1; return x[0] + x[1] * 10 + x[2] * 100 + x[3] * 1000 + (int)(q - p); }
int main(void) {
  v4 v = addv((v4){1, 2, 3, 4}, (v4){10, 20, 30, 40}); printf("%d %d\n", v[1], v[3]);
  printf("%d %d %d %d\n", locals(3), shadowed(4), stat.a[1], cv); int a[2][3] = {{0}}; printf("%d %d\n", multi(arr, 1, strs), fp(2));
  printf("%d %d %d %d %.4f\n", hot(4), nestedcalls(3), uses(), asm_named(1), mixes()); printf("%d %d %d %d %d\n", lists(1, 2, 3, 0), sw(5), sw(2), gotos(5), cond(0, 4)); printf("%d %d\n", ptrs(), stat.n);
  int *np = voids(0); printf("%d %zu %zu\n", np == NULL, offsetof(struct flex, a), sizeof(arr[0])); (void)a;
  stop(3);
}

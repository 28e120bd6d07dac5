// options: -std=gnu11
#include <complex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// Structures by value of sizes 1 to 32.
#define SIZES(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(12) X(16) X(17) X(24) X(32)
#define STRUCTURE(n)                                        \
  struct s##n {                                             \
    unsigned char bytes[n];                                 \
  };                                                        \
  static struct s##n grow##n(struct s##n s, int by) {       \
    for (int i = 0; i < n; i++)                             \
      s.bytes[i] += by + i;                                 \
    return s;                                               \
  }                                                         \
  static struct s##n kept##n;                               \
  static int total##n(struct s##n s) {                      \
    kept##n = grow##n(s, 1);                                \
    struct s##n *at = &kept##n, copy = *at;                 \
    copy = copy.bytes[0] ? grow##n(copy, 2) : s;            \
    int t = 0;                                              \
    for (int i = 0; i < n; i++)                             \
      t += copy.bytes[i] + grow##n(*at, i).bytes[n - 1];    \
    return t;                                               \
  }
SIZES(STRUCTURE)
struct fd {
  float f;
  double d;
};
struct ff {
  float f, g;
};
struct mixed {
  long long l;
  double d;
};
static struct ff ff(float f) { return (struct ff){f, -f}; }
static struct fd fd(struct ff s) { return (struct fd){.d = s.f, .f = s.g}; }
static struct mixed mixed(struct fd s) { return (struct mixed){.l = (long long)s.d, .d = s.f}; }

// setjmp with changed locals, longjmp over woven frames.
static jmp_buf env;
static int deep(int n) {
  if (n == 0)
    longjmp(env, 7);
  return deep(n - 1) + 1;
}
static int catches(void) {
  volatile int tries = 0;
  int r = setjmp(env);
  tries++;
  if (r == 0)
    deep(5);
  return r * 10 + tries;
}

// Variable arguments of all classes.
static double sum(const char *kinds, ...) {
  va_list list, again;
  va_start(list, kinds);
  va_copy(again, list);
  double s = 0;
  for (; *kinds; kinds++)
    switch (*kinds) {
    case 'i': s += va_arg(list, int); break;
    case 'l': s += (double)va_arg(list, long long); break;
    case 'd': s += va_arg(list, double); break;
    case 's': s += va_arg(list, struct mixed).d; break;
    case 'p': s += *va_arg(list, int *); break;
    }
  s += va_arg(again, int) * 100;
  va_end(list);
  va_end(again);
  return s;
}
static int format(char *to, size_t size, const char *f, va_list list) { return vsnprintf(to, size, f, list); }
static int say(char *to, const char *f, ...) {
  va_list list;
  va_start(list, f);
  int n = format(to, 32, f, list);
  va_end(list);
  return n;
}

// Variable length arrays: as parameter, as local, of two dimensions.
static int trace(int n, int m[n][n]) {
  int t = 0;
  for (int i = 0; i < n; i++)
    t += m[i][i];
  return t;
}
static int vla(int n) {
  int m[n][n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      m[i][j] = i * n + j;
  int(*row)[n] = &m[1];
  return trace(n, m) + (*row)[0] + (int)sizeof *row / (int)sizeof(int);
}

// Computed goto, labels as values.
static int run(const unsigned char *code) {
  static const void *const table[] = {&&push, &&add, &&twice, &&done};
  int stack[8], *sp = stack;
#define NEXT goto *table[*code++]
  NEXT;
push:
  *sp++ = *code++;
  NEXT;
add:
  sp--;
  sp[-1] += sp[0];
  NEXT;
twice:
  sp[-1] *= 2;
  NEXT;
done:
  return sp[-1];
}

// Bit-fields, unions, packed, flexible.
struct __attribute__((packed)) packet {
  uint8_t kind : 4, flags : 4;
  uint32_t length;
  int16_t delta;
};
union number {
  struct {
    unsigned low : 12, high : 20;
  };
  unsigned whole;
  signed char bytes[4];
};
struct bits {
  signed a : 3;
  _Bool b : 1;
  unsigned long long wide : 40;
};
static struct bits bits;
static int fields(void) {
  struct packet p = {.length = 70000, .kind = 9};
  union number u = {.whole = 0xabcdef01u};
  p.flags |= p.kind >> 1;
  p.delta--;
  p.length += p.delta;
  u.low++;
  u.high ^= u.low;
  bits.a = 7;
  bits.b = bits.a < 0;
  bits.wide = ~0ULL;
  bits.wide += 5;
  return p.flags + (int)p.length + u.bytes[1] + bits.a + bits.b * 1000 + (int)bits.wide;
}

// Storage: static locals, thread-local, volatile, atomic, register, weak, alias.
static int ticket(void) {
  static int next = 5, *at = &next;
  static _Thread_local int mine;
  mine += *at;
  return next++ + mine;
}
static volatile int device = 3;
static _Atomic int shared = 1;
static atomic_uint flags;
int weak_one(int n) __attribute__((weak));
int weak_one(int n) { return n + 1; }
int absent(void) __attribute__((weak));
static int real_one(int n) { return n * 2; }
int named_twice(int n) __attribute__((alias("real_two")));
int real_two(int n) { return real_one(n) + 1; }
static int atomics(void) {
  register int k = device;
  device += k++;
  shared++;
  shared += 4;
  atomic_fetch_or(&flags, 6);
  int old = atomic_exchange(&shared, 40), want = 40;
  bool swapped = atomic_compare_exchange_strong(&shared, &want, 41);
  __sync_fetch_and_add(&device, 2);
  return device + old + shared + (int)flags + swapped + k + (absent ? absent() : 0);
}

// Expressions: statement expressions, ?: without middle, comma, compound literals, ranges, _Generic, asm.
#define kind(x) _Generic((x), int: "int", long long: "wide", double: "real", char *: "text", default: "else")
#define swap(a, b) ({ __auto_type t_ = (a); (a) = (b); (b) = t_; t_; })
static int asmed(int a) {
  int r = a;
  __asm__ volatile("addl %1, %0" : "+r"(r) : "r"(a) : "cc");
  return r;
}
static int expressions(int a, int b) {
  int *p = (int[]){a, b, a + b}, i = 0, z = (a++, b -= 2, a * b);
  p[i++] = p[i + 0] ?: 4;
  z += swap(a, b) ?: 9;
  z ^= ({ int q = i; q <<= 2; q; });
  z += !!p[1] && (p[2]++ || i--) ? ~i : -i;
  struct { int x, y; } point = {.y = a}, *pp = &point;
  (*pp).x = pp->y++ + sizeof(pp->x++);
  return z + point.x - point.y + asmed(b) + (int)strlen(kind(z)) + (int)strlen(kind(1LL)) + (int)strlen(kind(1.5));
}
static long double ld(long double a, float b) { return a * b; }
static double complex turn(double complex c, float s) { return c * I * s; }
static unsigned long long mul(unsigned a, unsigned long long b) { return a * b; }
static short narrow(char c, unsigned char u, short s) { return c + u - s; }
static bool truth(int n) { return n; }

// Pointers: to functions, to arrays, of functions that return them; recursion through them.
typedef int (*step)(int, const void *);
static int countdown(int n, const void *next) { return n <= 0 ? 0 : n + (*(step *)next)(n - 1, next); }
static int (*choose(int which))(int, const void *) { return which ? countdown : 0; }
static int (*row(int (*m)[3], int i))[3] { return m + i; }
static const char *const names[] = {[2] = "two", [0] = "zero"};
static int add3(a, b, c) short a; float b; char *c;
{ return a + (int)b + *c; }
struct node { struct node *next; int value; };
static struct node third = {0, 3}, second = {&third, 2}, first = {&second, 1};
static struct node **last(struct node **at) { while (*at) at = &(*at)->next; return at; }
static void noted(const int *n) { printf("left %d\n", *n); }
static int leaves(int n) {
  __attribute__((cleanup(noted))) int k = n * 3;
  if (n > 2) return k++;
  { __attribute__((cleanup(noted))) int j = k; k += j; }
  return k;
}
static int control(int n) {
  int s = 0;
  do { if (n % 3 == 0) continue; s += n; if (s > 40) break; } while (n-- > 0);
  switch (s & 7) { int hidden; case 1: hidden = 2; s += hidden; break; case 2 ... 5: s = -s; default: for (;;) { if (s++ % 2) goto end; } }
end:
  return s;
}
int main(int argc, char *argv[static argc + 1]) {
  int m[2][3] = {{1, 2, 3}, {4, 5, 6}}, five = 5;
  char text[32], c = 'c';
#define PRINT(n) { struct s##n s; memset(&s, n, n); printf("%d:%d ", n, total##n(s)); }
  SIZES(PRINT)
  struct mixed x = mixed(fd(ff(2.5f)));
  printf("\n%lld %.1f %d\n", x.l, x.d, catches());
  printf("%.2f\n", sum("ildsp", 1, 2LL, 2.5, x, &five));
  printf("%d %s\n", say(text, "%d-%s", 5, "x"), text);
  printf("%d %d\n", vla(4), run((const unsigned char[]){0, 3, 0, 4, 1, 2, 3}));
  printf("%d\n", fields());
  int t = ticket(); t = t * 100 + ticket();
  printf("%d %d %d %d\n", t, atomics(), weak_one(1), named_twice(4));
  printf("%d %.2Lf %.1f %llu %d %d\n", expressions(3, 8), ld(1.5L, 2), creal(turn(1 + 2 * I, 2)), mul(3, 1ULL << 40), narrow('a', 200, -4), truth(256));
  step s = choose(1);
  printf("%d %d %s %d\n", s(4, &s), (*row(m, 1))[2], names[2], add3(1, 2.5, &c));
  *last(&first.next) = &(struct node){0, 9};
  int total = 0; for (struct node *n = &first; n; n = n->next) total = total * 10 + n->value;
  printf("%d %d %d %d\n", total, leaves(1), leaves(3), control(11));
  unsigned char wraps = 250; wraps += 10; signed char neg = -1; unsigned shifted = 1u << 31; shifted >>= 3; int *end = m[1] + 3; long diff = end - m[0];
  printf("%d %d %u %ld %d\n", wraps, neg >> 1, shifted, diff, m[0][1]-- - --m[0][1]);
  return argc > 20 ? argv[0][0] : 0;
}

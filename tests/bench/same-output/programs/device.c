#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define container_of(p, T, m) ((T *)((char *)(p) - __builtin_offsetof(T, m)))
#define list_each(i, h) for (struct node *i = (h)->next; i; i = i->next)
enum mode { OFF, ON = 3 }; typedef unsigned char u8; typedef int (*op_t)(int, int);
struct node { int v; struct node *next; }; struct list { struct node *next; int n; };
struct dev { const char *name; enum mode mode; unsigned a : 3, b : 13; union { int i; float f; u8 raw[4]; }; struct { short x, y; } at; op_t op; struct node link; int tail[]; };
struct pair { long long a; double b; }; struct ops { int (*open)(struct dev *, int); void (*log)(const char *, ...); };
static int opened; extern int shared; int shared = 5; static _Thread_local int mine = 1; const int table[] = {[2] = 7, [0] = 1};
static inline int add(int a, int b) { return a + b; } static int sub(int a, int b) { return a - b; }
static struct pair make(int n) { struct pair p = {.a = n, .b = n / 2.0}; return p; } static double half(struct pair p) { return p.b / 2; }
static int dev_open(struct dev *d, int flags) { if (flags < 0) return -EINVAL; d->mode = ON; d->at.x += flags; opened++; return d->at.x; }
static void log_it(const char *f, ...) { va_list l; va_start(l, f); vprintf(f, l); va_end(l); }
static const struct ops ops = {.open = dev_open, .log = log_it};
static void push(struct list *l, int v) { struct node *n = malloc(sizeof *n); n->v = v; n->next = l->next; l->next = n; l->n++; }
static int sum(const struct list *l) { int s = 0; list_each (i, l) s += i->v; return s; }
static void drop(struct list *l) { while (l->next) { struct node *n = l->next; l->next = n->next; free(n); } }
static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
static int sw(int k) { switch (k) { case 0 ... 3: return 1; case 4: k++; /* fall */ default: if (k > 9) goto out; return k; } out: return -1; }
static int vla(int n) { int a[n]; for (int i = 0; i < n; i++) a[i] = i * i; return a[n - 1]; }
static jmp_buf env; static void jump(int n) { if (n) longjmp(env, n); } static int nested(int x) { return x + 2; }
static _Bool flag(int x) { return x & 4; } static uint64_t wide(uint64_t a, int s) { return a << s | a >> (64 - s); } static float fl(float a, char c, short s) { return a * c + s; }
static int generic(int x) { return _Generic(x, int: 1, long: 2); } static void cleanup(int *p) { opened += *p; } static int scoped(int n) { __attribute__((cleanup(cleanup))) int k = n; return k * 2; }
static int kr(a, b) int a; char b; { return a + b; }
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
__attribute__((noinline)) static int *slot(int *a, int i) { return &a[i]; }
int main(int argc, char **argv) {
  struct dev *d = calloc(1, sizeof *d + 4 * sizeof(int)); d->name = "tty"; d->a = 5; d->b = 1000; d->tail[3] = 9; d->op = argc > 7 ? add : sub; d->f = 1.0f;
  printf("%d %d %d %x %d\n", ops.open(d, 4), ops.open(d, -1), d->mode, d->i, d->op(9, 4)); ops.log("%s %u %u %d\n", d->name, d->a, d->b, d->tail[3]);
  struct list l = {0}; for (int i = 1; i < 5; i++) push(&l, i * 2); printf("%d %d %d\n", sum(&l), l.n, MAX(l.next->v, 3)); drop(&l);
  struct pair p = make(7), q = p; q.a <<= 33; printf("%lld %.2f %.2f\n", q.a, p.b, half(make(5))); printf("%d %d %d %d %d\n", fact(5), sw(2), sw(4), sw(10), vla(5));
  volatile int times = 0; int r = setjmp(env); if (!r) { times++; jump(3); } printf("%d %d %d\n", r, times, nested(3)); printf("%d %llx %.1f %d %d %d\n", flag(12), (unsigned long long)wide(0xf0f0, 60), fl(1.5f, 4, -2), generic(1), scoped(4), opened);
  int a[] = {5, 3, 9, 1}; qsort(a, 4, sizeof *a, compare); *slot(a, 1) += 10; int *e = a; printf("%d %d %d %d\n", *e++, *e, (int)(e - a), kr(1, 'a')); mine += shared--; shared ^= 3; printf("%d %d %d %d\n", mine, shared, table[2], container_of(&d->link, struct dev, link) == d);
  u8 *raw = d->raw; raw[3] = 0; ++raw[0]; printf("%d %zu %s\n", d->i, strlen(d->name), argv[0] ? "end" : ""); free(d); return times - 1;
}

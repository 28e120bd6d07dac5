typedef unsigned size_t; typedef unsigned long ulong;
#include <stdarg.h>
#define offsetof(t, m) __builtin_offsetof(t, m)
struct pair { int k, v; };
struct leaf { int y[3]; struct { int a; union { int b; short c[2]; }; } deep; unsigned lo : 3, hi : 5; struct pair kv; };
struct bits { unsigned a : 4, b : 12, c : 16; };
typedef struct leaf leaf_t, leaf_row[3];
struct table { int id; struct leaf parts[3]; int matrix[2][3][2]; char label[8]; leaf_t one; union { int u; struct { short l, h; } s; union { int v; char b[4]; } w; } un; int total; struct bits bits, flags[2]; void (*cb[3])(int); long long big __attribute__((aligned(8))); leaf_row *row; unsigned n; int tail[]; };
struct shelf { int id; struct table *at[2]; struct { struct table *t; } in[2]; };
struct ops { void (*set)(struct table *, int); int *(*where)(struct table *); struct table *(*get)(void); };
typedef struct { long regs[6]; } jmp_t[1];
void *memset(void *, int, size_t); void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t); int printf(const char *, ...); int sprintf(char *, const char *, ...); int snprintf(char *, size_t, const char *, ...); char *strcpy(char *, const char *); char *strncpy(char *, const char *, size_t); char *strcat(char *, const char *);
static union { struct table t; char room[sizeof(struct table) + 16]; } U;
#define M U.t
static struct table *m = &M; static struct shelf S = { .at = { &M, &M }, .in = { { &M }, { &M } } }, *s = &S; static leaf_row R; static volatile int one = 1, zero; static void *env[5];
static int get(int x) { return x; } static void cb1(int x) { } static struct table *tableof(void) { return m; } static struct leaf *leafof(struct table *t, int i) { return &t->parts[i]; } static int *yof(struct table *t, int i) { return t->parts[i].y; } static struct leaf mkleaf(int v) { struct leaf l = { .y = { v, v, v } }; return l; } static struct pair mkpair(int v) { return (struct pair){ v, v }; } static struct bits mkbits(int v) { return (struct bits){ .a = v, .b = v, .c = v }; } static struct table mk(int v) { struct table t = M; t.parts[1].y[1] = v; return t; }
static void setp(struct table *t, int v) { t->parts[1].y[2] = v; } static int *wherep(struct table *t) { return &t->parts[0].y[1]; } static const struct ops ops = { setp, wherep, tableof }; static const struct ops *const opsp = &ops; static void (*const setters[])(struct table *, int) = { setp, setp }; static struct { const struct ops *o; struct table *t; } dev = { &ops, &M };
static void setleaf(struct leaf *l, int v) { l->y[1] = v; } static void setleaves(struct leaf l[static 3], int v) { l[2].deep.b = v; } static void setrow(leaf_row *r, int v) { (*r)[1].y[0] = v; } static void setmat(int (*x)[3][2], int v) { x[1][2][1] = v; } static void setmrow(int (*x)[2], int v) { x[2][0] = v; } static void setpair(struct pair *restrict p, int v) { p->v = v; } static void setboth(int *restrict a, int *restrict b, int v) { *a = v; *b = v; } static void setshort(short *p, int v) { p[1] = v; } static void fill(void *p, int v, size_t n) { __builtin_memset(p, v, n); } static inline __attribute__((always_inline)) void copyto(void *d, const void *f, size_t n) { __builtin_memcpy(d, f, n); }
static void vput(int n, ...) { va_list l; va_start(l, n); while (n--) { struct leaf *p = va_arg(l, struct leaf *); p->y[0] = n + 3; } va_end(l); } static void vint(int n, ...) { va_list l; va_start(l, n); int *p = va_arg(l, int *); *p = va_arg(l, int); va_end(l); } static void vfun(int n, ...) { va_list l; va_start(l, n); void (*f)(struct table *, int) = va_arg(l, void (*)(struct table *, int)); struct table *t = va_arg(l, struct table *); f(t, n); va_end(l); }
static void each(struct table *t, void (*f)(struct leaf *, int), int v) { for (int i = 0; i < 3; i++) f(&t->parts[i], v); } static void eachv(void *b, size_t n, size_t z, void (*f)(void *, int), int v) { for (size_t i = 0; i < n; i++) f((char *)b + i * z, v); } static void leafv(void *p, int v) { ((struct leaf *)p)->deep.a = v; }
static ulong asnum(void *p) { return (ulong)p; } static void bynum(ulong a, int v) { *(int *)a = v; } static void byhigh(unsigned short h, unsigned short l, int v) { *(int *)(((ulong)h << 16) | l) = v; }
static __attribute__((noinline)) void throw(void) { __builtin_longjmp(env, 1); } static __attribute__((noinline)) void unwind(int *p, int v) { *p = v; __builtin_longjmp(env, 1); } static ulong kept; static struct pair *keptp; static void latenum(int v) { *(int *)kept = v; } static void latepair(int v) { keptp->k = v; } static struct leaf *cursor; static void step(int v) { cursor->y[0] = v; cursor++; }
#define WRITE_ONCE(x, val) do { *(volatile __typeof__(x) *)&(x) = (val); } while (0)
#define part(t, i) ((t)->parts[i])
#define container(p, type, member) ({ void *mp__ = (void *)(p); (type *)(mp__ - offsetof(type, member)); })
#define smp_store(p, v) do { __typeof__(p) p__ = (p); __asm__ volatile("" ::: "memory"); WRITE_ONCE(*p__, v); } while (0)
#define xadd(p, v) ({ __typeof__(*(p)) r__ = (v); asm volatile("lock; xaddl %0, %1" : "+r"(r__), "+m"(*(p)) : : "memory", "cc"); r__; })
#define fetch_or(p, v) ({ __typeof__(p) q__ = (p); __typeof__(*q__) o__ = *q__; while (!__atomic_compare_exchange_n(q__, &o__, o__ | (v), 0, 5, 5)); o__; })
static inline void atomic_or(int v, int *p) { asm volatile("lock; orl %1, %0" : "+m"(*p) : "ri"(v) : "memory"); }

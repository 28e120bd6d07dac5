#include <stdatomic.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdbool.h>
struct in { int a, b; };
struct link { struct link *next; };
struct dev { int before; int on; _Atomic int at; atomic_flag flag; atomic_uint count; char name[8]; union { struct { int lo, hi; }; long long both; unsigned char raw[8]; }; int (*op)(int); struct in pair[2]; struct link link; void *data; bool ready; unsigned bits : 3; int past[2]; double ratio; int after; };
struct bus { int id; struct dev dev; struct dev *list[2]; int pad[3]; };
union view { struct dev dev; int words[24]; union { struct dev inner; char bytes[96]; } deep; };
void *memset(void *, int, size_t); void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t); void *memccpy(void *, const void *, int, size_t); void *mempcpy(void *, const void *, size_t);
char *strcpy(char *, const char *); char *strncpy(char *, const char *, size_t); char *strcat(char *, const char *); char *strncat(char *, const char *, size_t); char *stpcpy(char *, const char *); size_t strlen(const char *);
int printf(const char *, ...); int sprintf(char *, const char *, ...); int sscanf(const char *, const char *, ...); int vsscanf(const char *, const char *, va_list);
struct env { void *at[5]; };
static struct dev M, *m = &M; static volatile int one = 1, zero; static int op2(int x) { return x; }
static struct dev *gobjs[2] = { &M, &M };
static inline void hdr_set(struct dev *d, int v) { d->on = v; } static inline __attribute__((always_inline)) void hdr_ptr(int *p, int v) { *p = v; }
extern inline __attribute__((gnu_inline)) void hdr_gnu(int *p, int v) { *p = v; }
static void out(int *restrict p, int v) { *p = v; } static void out2(int **p) { **p = 5; } static void (*outp)(int *restrict, int) = out; static void getop(int (**p)(int)) { *p = op2; }
static struct dev mk(int v) { struct dev d = { .before = v, .on = v }; return d; }
static void vlast(int n, ...) { va_list l; va_start(l, n); while (n--) *va_arg(l, int *) = 7; va_end(l); } static void vcopied(int n, ...) { va_list l, k; va_start(l, n); va_copy(k, l); *va_arg(k, int *) = 8; va_end(k); va_end(l); } static void vdev(int n, ...) { va_list l; va_start(l, n); va_arg(l, struct dev *)->on = 9; va_end(l); }
static int scan(const char *s, const char *f, ...) { va_list l; va_start(l, f); int *p = va_arg(l, int *); *p = strlen(s); va_end(l); return 1; }
static void undo(struct dev **d) { (*d)->on = 4; } static void undoint(int **d) { **d = 4; } static void undoobj(struct in *d) { M.on = d->a; } static void undofirst(int **d) { (*d)[1] = 4; }
#define container_of(p, t, f) ({ const __typeof__(((t *)0)->f) *q__ = (p); (t *)((char *)q__ - offsetof(t, f)); })
#define container_plain(p, t, f) ((t *)((char *)(p) - offsetof(t, f)))
#define member_of(d, off) (*(int *)((char *)(d) + (off)))
#define swap_(a, b) do { __typeof__(a) t__ = (a); (a) = (b); (b) = t__; } while (0)
static void vialink(struct link *l) { container_of(l, struct dev, link)->on = 6; } static void vialink2(struct link *l) { container_plain(l, struct dev, link)->at = 6; } static void vialink3(struct link *l) { ((int *)l)[-1] ^= 6; }
static void sort2(void *a, size_t n, void (*f)(void *)) { for (size_t i = 0; i < n; i++) f((char *)a + 4 * i); } static void incv(void *p) { ++*(int *)p; }
static struct env env; static void jump(int *p) { *p = 3; __builtin_longjmp(env.at, 1); }
static void each(struct dev *d, void (*f)(struct dev *, void *), void *arg) { f(d, arg); } static void cb(struct dev *d, void *arg) { d->on = *(int *)arg; } static void cbarg(struct dev *d, void *arg) { *(int *)arg = 5; } static void cbany(void *d, void *arg) { ((struct dev *)d)->on = 3; }
typedef struct dev dev_t; typedef int num; static void hdr_set2(struct dev *d, int v) { d->after = v; } static void hdr_ptr2(int *d, int v) { }
static int get(int x) { return x; }

typedef unsigned size_t; typedef __builtin_va_list va_list;
struct in { int a, b; };
struct lock { int before; int on; int list[3]; unsigned low : 5, high : 7; _Bool yes : 1; struct in in; _Atomic int at; };
struct held { int id; struct lock lock; struct lock more[2]; union { struct lock shared; int plain; }; struct { int x; struct lock deep; } part; int last; };
struct big { int pad[3]; struct held held; struct held all[2]; };
union any { struct held held; int words[64]; };
void *memset(void *, int, size_t); void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t); int printf(const char *, ...);
static struct big B, *b = &B; static struct held *w = &B.held; static volatile int one = 1, zero; static struct held H2; static struct big B2;
static int get(int x) { return x; } static struct held *heldof(struct lock *l) { return (struct held *)((char *)l - __builtin_offsetof(struct held, lock)); }
static struct held valueof(int v) { struct held h = B.held; h.lock.on = v; return h; } static struct big bigof(int v) { struct big x = B; x.held.lock.on = v; return x; }
static struct held two(int v) { struct held h = B.held; h.lock.on ^= v; return h; }
static void seth(struct held *h, int v) { h->lock.on = v; } static void setb(struct big *h, int v) { h->held.lock.in.a = v; } static void cp(struct held *d, const struct held *s) { *d = *s; }
static void swap(struct held *a, struct held *c) { struct held t = *a; *a = *c; *c = t; }
static void vset(int n, ...) { va_list l; __builtin_va_start(l, n); struct held *h = __builtin_va_arg(l, struct held *); h->lock.on = n; __builtin_va_end(l); }
static void vcopy(int n, ...) { va_list l; __builtin_va_start(l, n); struct held t = __builtin_va_arg(l, struct held); *__builtin_va_arg(l, struct held *) = t; __builtin_va_end(l); }
static void vraw(int n, ...) { va_list l; __builtin_va_start(l, n); memset(__builtin_va_arg(l, struct held *), n, 12); __builtin_va_end(l); }
static void bytes(void *p) { ((char *)p)[8] ^= 1; }
static void inner(struct held *h) { struct lock *l = &h->lock; l->on = 5; } static void first(int *p) { p[2] = 6; }

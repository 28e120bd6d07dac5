typedef unsigned size_t; typedef unsigned u32; typedef unsigned long myaddr; typedef __builtin_va_list va_list;
struct in { int a, b; };
struct lock { int before; int on; int after; int list[4]; unsigned low : 5, high : 7; struct in in; int last; };
struct alike { int a, b, c; };
union both { struct lock lock; int words[12]; char bytes[48]; };
union pn { struct lock *p; unsigned long n; int *i; };
struct outer { int id; struct lock lock; struct lock *to; };
struct box { int *p; }; struct obj { struct lock *l; }; struct vobj { void *v; };
struct work { void (*f)(void *); void *arg; };
void *memset(void *, int, size_t); void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t); int printf(const char *, ...);
void bzero(void *, size_t); void bcopy(const void *, void *, size_t);
static struct lock M, *m = &M; static void *kept; static int *saved; static volatile int one = 1, zero;
static struct box gbox; static struct obj gobj; static struct vobj gvoid; static struct work gwork; static int *ret; static struct lock *sigset;
static int get(int x) { return x; } static struct lock *find(struct lock *l) { return l; }
static void set(int *p) { *p = 3; } static void (*volatile call)(int *) = set;
static void by(int *p, void (*f)(int *)) { f(p); } static void late(void) { if (saved) *saved = 3; saved = 0; }
static void bytes(void *p) { ((char *)p)[4] ^= 1; } static struct lock value(void) { return (struct lock){ .on = 9 }; }
static void setin(struct in *p) { p->a = 5; }
static int put(struct lock *p, int v) { p->on = v; return v; }
static inline void inl(struct lock *p, int v) { p->on = v; }
static int (*putp)(struct lock *, int) = put;
static void put2(struct lock *p) { p->on = 77; }
static struct { int (*put)(struct lock *, int); void (*raw)(int *); void (*bytes)(void *); } ops = { put, set, bytes };
static int (*tab[])(struct lock *, int) = { put };
static void variadic(int n, ...) { va_list l; __builtin_va_start(l, n); int *p = __builtin_va_arg(l, int *); p[0] ^= 1; p[1] ^= 1; __builtin_va_end(l); }
static void vv(va_list l) { int *p = __builtin_va_arg(l, int *); *p ^= 1; }
static void variadicv(int n, ...) { va_list l; __builtin_va_start(l, n); vv(l); __builtin_va_end(l); }
static void bystruct(struct box b) { *b.p = 3; }
static void later(void) { *gbox.p = 3; } static void laterobj(void) { gobj.l->on = 4; } static void latervoid(void) { ((int *)gvoid.v)[1] = 3; }
static void asnum(unsigned long n) { ((int *)n)[0] ^= 1; ((int *)n)[1] ^= 1; }
static void retlate(void) { *ret = 4; } static int *retthrough(int *p) { return p; }
#define ident(p) ({ int *i__ = (p); i__; })
static void cpy(void *d, const void *s, size_t n) { char *a = d; const char *b = s; while (n--) *a++ = *b++; }
static void *mymemset(void *d, int v, size_t n) { char *a = d; while (n--) *a++ = v; return d; }
static void *(*volatile msp)(void *, int, size_t) = mymemset;
static inline unsigned xchg(volatile unsigned *a, unsigned v) { unsigned r; asm volatile("lock; xchgl %0, %1" : "+m"(*a), "=a"(r) : "1"(v) : "cc"); return r; }
static inline void setbit(int n, void *a) { asm volatile("btsl %1, %0" : : "m"(*(int *)a), "Ir"(n) : "memory"); }
static inline void setbitv(int n, volatile unsigned long *a) { asm volatile("btsl %1, %0" : "+m"(*a) : "Ir"(n) : "memory"); }
#define WRITE_ONCE(x, val) do { *(volatile __typeof__(x) *)&(x) = (val); } while (0)
#define container(p, member) ({ const __typeof__(((struct lock *)0)->member) *mp__ = (p); (struct lock *)((char *)mp__ - __builtin_offsetof(struct lock, member)); })
static void viaafter(int *p) { container(p, after)->on = 5; }
static void vialink(int *p) { struct lock *l = (void *)p; l->on = 6; }
static void unconst(const struct lock *p) { ((struct lock *)p)->on = 5; }
static void constlate(const void *p) { ((int *)p)[1] = 5; } static void constint(const int *p) { *(int *)p = 5; }
static void asmput_(void); void asmput(struct lock *); void asmputi(int *);
__asm__(".text\nasmput: movl 4(%esp), %eax\n xorl $1, 4(%eax)\n ret\nasmputi: movl 4(%esp), %eax\n xorl $1, (%eax)\n ret\n");
static void clean(struct lock **p) { (*p)->on = 4; } static void clean2(int **p) { **p = 4; }
static void vla(int n, int v[n]) { v[1] = 4; } static void arr(int v[]) { v[2] = 3; } static void arrs(int (*v)[4]) { (*v)[2] = 3; } static void arr2(int (*v)[2]) { v[1][1] = 3; }
static void genericcb(void (*f)(void *), void *a) { f(a); } static void cbset(void *a) { *(int *)a = 3; }
static void genericcb2(void (*f)(void *), void *a) { f(a); }
static void runwork(struct work *w) { w->f(w->arg); }
static int *links; static void addlist(int *l) { links = l; ((struct lock *)links)->on = 6; }
static void swap(struct lock *a, struct lock *b) { struct lock t = *a; *a = *b; *b = t; }
static void copy(struct lock *a, const struct lock *b) { *a = *b; }
static void copybytes(void *a, const void *b, int n) { for (int i = 0; i < n; i++) ((char *)a)[i] = ((const char *)b)[i]; }
static void copyints(int *a, int *b) { for (int i = 0; i < 10; i++) a[i] = b[i]; }
static void setprev(int *p) { p[-1] = 4; } static void setnext(int *p) { p[1] = 4; }
static void *kmalloc(size_t n) { return m; } static void *kzalloc(size_t n) { void *p = kmalloc(n); if (!p) return 0; return p; }
static void *(*vmalloc)(size_t) = kmalloc; static void *mine(size_t n) { return m; }
static void *malloc(size_t n) __attribute__((alias("mine"))); void *calloc(size_t, size_t) __asm__("own_calloc"); void *calloc(size_t n, size_t s) { return (zero ? 0 : m); }
static struct lock *lock_alloc(void) { return m; } struct lock *pool_alloc(void); __asm__(".text\npool_alloc: movl $M, %eax\n ret\n");
static int setkr(p) int *p; { *p = 3; return 0; } static int keepkr(p, v) int v; int *p; { saved = p; *saved = v; return v; }
static int putkr(p, v) struct lock *p; int v; { p->on = v; return v; }
static void otherset(int *) __attribute__((alias("set"))); static void doset(int *p) { *p = 4; } void constset(const int *) __attribute__((alias("doset")));
void labelset(const int *) __asm__("realset"); void realset(int *p) { *p = 5; }
__attribute__((weak)) void weaklook(const int *p) { *(int *)p = 6; }
#define MAKE(p, v) do { __typeof__(p) made__ = (p); made__->on = (v); } while (0)
#define SETTER(name) static void name##_set(int *p) { *p = 7; }
SETTER(made)
int sscanf(const char *, const char *, ...); void qsort(void *, size_t, size_t, int (*)(const void *, const void *)); char *strncpy(char *, const char *, size_t); int snprintf(char *, size_t, const char *, ...); long strtol(const char *, char **, int);
static int down(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }
static void variadic2(int n, ...) { va_list l; __builtin_va_start(l, n); __builtin_va_arg(l, struct lock *)->on = 41; __builtin_va_end(l); }
static void variadic3(int n, ...) { va_list l; __builtin_va_start(l, n); *__builtin_va_arg(l, int *) = 42; __builtin_va_end(l); }
static void variadic4(int n, ...) { va_list l; __builtin_va_start(l, n); struct lock *p = __builtin_va_arg(l, struct lock *); p->on = __builtin_va_arg(l, int); __builtin_va_end(l); }
static void variadic5(int n, ...) { va_list l; __builtin_va_start(l, n); *__builtin_va_arg(l, struct box *)->p = 43; __builtin_va_end(l); }
static void variadic6(int n, ...) { va_list l; __builtin_va_start(l, n); struct lock t = __builtin_va_arg(l, struct lock); t.on = 44; *__builtin_va_arg(l, struct lock *) = t; __builtin_va_end(l); }
static void variadic7(int n, ...) { va_list l; __builtin_va_start(l, n); *__builtin_va_arg(l, struct box).p = 45; __builtin_va_end(l); }
static void vpass(va_list *l) { *__builtin_va_arg(*l, int *) = 46; }
static void variadicp(int n, ...) { va_list l; __builtin_va_start(l, n); vpass(&l); __builtin_va_end(l); }
static int *held_at; static void setheld(int v) { *held_at = v; } static void (*fptr(int *p))(int) { held_at = p; return setheld; }
static void pass(struct lock *p, void (*f)(struct lock *)) { f(p); }
static void rec(struct lock *p, int n) { if (n) rec(p, n - 1); else p->on = 47; }
static void strct(struct lock by, struct lock *to) { by.on = 48; *to = by; }
static int *keepret(int *p) { return p; } static void *memchr2(void *p, int n) { return (char *)p + n; } static struct lock *same2(void *p) { return p; }
struct pads { int a, b; };
static void nb5(int *p) { p[1] = 11; }
static void nb6(int *p) { int *q = p; q[1] = 11; }
static void nb7(int *p) { nb5(p); }
static void nb8(int *p, int n) { for (int i = 0; i < n; i++) p[i] = 12; }
static void nb9(int *p) { *(p + 1) = 13; }
static void nb10(int *p) { p++; *p = 13; }
static void nb11(int *p) { *++p = 13; }
static void nb12(int *p) { memset(p, 13, 8); }
static void nb13(int *p) { memset(p + 1, 13, 4); }
static void nb14(int *p) { ((struct pads *)p)->b = 14; }
static void nb15(int *p) { struct pads *q = (void *)p; q->b = 14; }
static void nb16(int *p) { asm volatile("incl 4(%0)" :: "r"(p) : "memory"); }
static void nb17(int *p) { asm volatile("leal %0, %%ecx; incl 4(%%ecx)" : "+m"(*p) :: "ecx"); }
static void nb18(void *p) { ((int *)p)[1] = 15; }
static void nb19(int p[]) { p[1] = 15; }
static void nb20(int p[2]) { p[1] = 15; }
static void nb21(int *p) { saved = p; saved[1] = 16; }
static int *nb22(int *p) { return p; }
static int *nb23(int *p) { return p + 1; }
static void nb24(int **p) { (*p)[1] = 17; }
static void nb25(struct box b) { b.p[1] = 17; }
static void nb26(struct box *b) { b->p[1] = 17; }
static void (*volatile nb27)(int *) = nb5;
static void nb28(unsigned long p) { *(int *)(p + 4) = 18; }
static void nb29(int *p) { 1[p] = 18; }
static void nb30(int *p) { int (*q)[2] = (int (*)[2])p; (*q)[1] = 18; }
static void nb31(int *p, int i) { p[i] = 18; }
static void nb32(int *p) { long long *q = (long long *)p; *q = 18; }
static void nb33(int *p) { int *e = p + 2; while (p < e) *p++ = 19; }
static void nb34(int *p) { do *p = 19; while (p++, zero == 0 && p[-1] == 19 && p[0] != 19 && (p[0] = 19, 0)); }
static void nb35(int *p) { int i = 1; p += i; *p = 20; }
static void nb36(int *p) { (&*p)[1] = 20; }
static void nb37(int *p) { (&p[0])[1] = 20; }
static void nb38(int *p) { __builtin_memset(p, 20, 8); }
static void nb39(const int *p) { ((int *)p)[1] = 21; }
static void nb40(int n, ...) { va_list l; __builtin_va_start(l, n); int *p = __builtin_va_arg(l, int *); p[1] = 21; __builtin_va_end(l); }
static void nblate(void) { saved[1] = 22; saved = 0; } static void nbbox(void) { gbox.p[1] = 22; }
static void nb41(int *p) { p = p + 1; *p = 23; }
static void nb42(int *p) { int x = *p; (p)[1] = x + 1; }
static void nb43(int *restrict p) { p[1] = 23; }
static inline void nb44(volatile int *p) { p[1] = 23; }
static void nb45(int *p) { bcopy(&(int[2]){ 24, 24 }, p, 8); }
static void nb46(int *p) { __atomic_store_n(p + 1, 24, 5); }
static void nb47(int *p) { nb24(&p); }
static int gidx = 1;

typedef unsigned size_t; typedef __builtin_va_list va_list;
struct slot { int a, b; };
typedef struct { int id; struct { int x, y; }; union { int u1; char u2[4]; }; struct slot slots[3]; int grid[2][3]; void (*hook)(int); struct slot inner; int *own; const char *name; long long wide; _Bool yes; char text[8]; enum { A, B } e; volatile int vol; } obj_t;
struct wrap { int pad; obj_t o[2]; struct { obj_t deep; } in; };
void *memset(void *, int, size_t); void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t); int printf(const char *, ...); int sprintf(char *, const char *, ...); char *strcpy(char *, const char *);
static obj_t M, *m = &M; static struct wrap W; static volatile int one = 1, zero; static int ind = 1;
static void h2(int x) { } static int get(int x) { return x; }
static obj_t value(void) { return (obj_t){ .x = 9 }; }
static void setslot(struct slot *s) { s->a = 7; } static void setslots(struct slot s[]) { s[2].b = 7; } static void setgrid(int g[2][3]) { g[1][1] = 7; } static void setrow(int *r) { r[1] = 7; }
static void stext(char *t) { t[1] = 'q'; } static void sbool(_Bool *b) { *b = !*b; } static void swide(long long *w) { *w = 5; }
static void fill(obj_t *p) { p->x = 3; } static void fillv(volatile obj_t *p) { p->x = 3; }
#define SET(p, f, v) ((p)->f = (v))
#define FIELD(p) ((p)->x)
#define LIST(M_) M_(x) M_(y)

#include <stdarg.h>
#include <stddef.h>
struct pt { int x, y; }; struct holder { va_list ap; int n; };
int sum(int n, ...) { va_list ap; va_start(ap, n); int s = 0; for (int i = 0; i < n; i++) s += va_arg(ap, int); va_end(ap); return s; }
int sum0(int first, ...) { va_list ap; int s = first; va_start(ap, first); for (;;) { int v = va_arg(ap, int); if (!v) break; s = s * 3 + v; } va_end(ap); return s; }
int total(const char *const *skip, ...) { va_list ap; const char *s; int n = 0; va_start(ap, skip); while ((s = va_arg(ap, const char *)) != NULL) n += s[0]; va_end(ap); return n; }
int mixed(const char *f, ...) { va_list ap, aq; int r = 0; va_start(ap, f); va_copy(aq, ap); for (const char *p = f; *p; p++) switch (*p) { case 'i': r += va_arg(ap, int); break; case 'l': r += (int)va_arg(ap, long long); break; case 'd': r += (int)(va_arg(ap, double) * 2); break; case 's': { struct pt q = va_arg(ap, struct pt); r += q.x * q.y; break; } case 'p': r += *va_arg(ap, int *); break; case 'f': r += va_arg(ap, int (*)(int))(r); break; } if (f[0] == 'i') r ^= va_arg(aq, int); va_end(aq); va_end(ap); return r; }
static int next(va_list *l) { return va_arg(*l, int); }
int byptr(int n, ...) { va_list ap; va_start(ap, n); int s = 0; while (n--) s = s * 5 + next(&ap); va_end(ap); return s; }
int held(int n, ...) { struct holder h; h.n = n; va_start(h.ap, n); int s = 0; while (h.n--) s = s * 5 + va_arg(h.ap, int); va_end(h.ap); return s; }
int cond(int n, int w, ...) { va_list ap; va_start(ap, w); int s = n ? va_arg(ap, int) : va_arg(ap, int) + 1; s += w ? (int)va_arg(ap, long) : va_arg(ap, int); va_end(ap); return s; }
int either(int w, ...) { va_list ap; va_start(ap, w); int s = 0; if (w) s = va_arg(ap, int); s += va_arg(ap, int); va_end(ap); return s; }
int vfirst(va_list ap) { return va_arg(ap, int); }
int twice(int n, ...) { va_list ap; va_start(ap, n); int s = vfirst(ap); va_end(ap); va_start(ap, n); s += 7 * va_arg(ap, int); va_end(ap); return s; }
extern int ext(int n, va_list ap);
int handed(int n, ...) { va_list ap; va_start(ap, n); int s = ext(n, ap); va_end(ap); return s; }
int inc(int x) { return x + 1; }
int behind(int n, ...) { int *p = &n + 1; return n + !p; }
int e1(int a, int b, int c) { return sum(3, a, b, c++) + sum(2, 4, a); }
int e2(int a, int b, char c) { return sum0(1, a | 1, b | 1, c | 1, 0); }
int e3(const char *a, const char *b) { return total(0, a, "xyz", b, (char *)NULL); }
int e4(int a, double d, long long l, struct pt q, int *p) { return mixed("ildspf", a, l, d, q, p, inc) + mixed("i", a) + mixed("lp", l + 1, p); }
int e5(int a, unsigned char b) { return byptr(3, a, b, a * b); }
int e6(int a, unsigned b) { return held(3, a, b, a * b); }
int e7(int a, int b) { return cond(0, 1, a, (long)b) + cond(1, 1, a, (long)b) + cond(1, 0, a, b) + cond(a, 0, b, a); }
int e8(int a, int b) { return either(1, a, b) + either(0, a, b) + either(a, b, 3); }
int e9(int a, int b) { return twice(1, a * 2, b); }
int e10(int a, int b) { return handed(1, a * 2, b); }
int e11(int a, int b) { int s = 0; for (int i = 0; i < 3; i++) s += sum(2, a++, i) + sum(1, s); return s; }
int e12(int a, int n) { return sum(n, a, a + 1, a + 2); }
int e14(int a, int b) { return behind(2, a, b); }
int e13(int a, int n) { return sum(2, sum(1, a), sum(2, n, a)); }

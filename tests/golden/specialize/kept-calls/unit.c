#include <stdarg.h>
int va(int n, ...) { va_list ap; va_start(ap, n); int s = 0; for (int i = 0; i < n; i++) s += va_arg(ap, int); va_end(ap); return s; }
int st(int k) { static int count; count += k; return count; }
int cg(const int *C, int d) { static void *const t[] = { &&a, &&b, &&c }; goto *t[*C]; a: d++; C++; goto *t[*C]; b: d *= 2; C++; goto *t[*C]; c: return d; }
static const int C[] = { 0, 1, 0, 2 };
int f(int k, int d) { return va(2,k,d)+st(k)+cg(C,d); }

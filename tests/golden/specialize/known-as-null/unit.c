typedef int (*proc_t)(void *, void *, ...); struct x { int n; };
extern int put(struct x *x, int *v, int n);
typedef unsigned long ul; extern ul get(ul a, const char *s);
struct ops { ul (*get)(ul, const char *); proc_t put; };
static const struct ops ops = { get, (proc_t)put };
int each(struct x *x, int *v, int n, proc_t f) { for (int i = 0; i < n; i++) if (!(*f)(x, v + i, -1)) return 0; return 1; }
int entry(struct x *x, int *v, int n, const struct ops *o) { return each(x, v, n, (proc_t)put) + (**o->get)(n, "a") + o->put(x, v, 3); }
int nul(struct x *x, int (*h)(int), int *a, int k) { if (k) return x->n + *a + a[3] + h(2) + (*h)(1); return !x; }
int isnull(struct x *x, int k) { _Bool b = x; return !x + b + k; }

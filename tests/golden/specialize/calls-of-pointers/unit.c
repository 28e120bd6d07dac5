typedef int (*proc_t)(void *, void *, ...); struct x { int n; };
int put(struct x *x, int *v) { x->n += *v; return 1; }
int each(struct x *x, int *v, int n, proc_t f) { for (int i = 0; i < n; i++) if (!(*f)(x, v + i, -1)) return 0; return 1; }
int entry(struct x *x, int *v, int n) { return each(x, v, n, (proc_t)put); }
static const struct { proc_t from; } table = { (proc_t)put };
int given(struct x *x, int *v, int n, proc_t f) { for (; n > 0; n--) x->n += v[n] + (f == 0); return n; }
int handed(struct x *x, int *v, int n) { return given(x, v, n, table.from) + n; }

struct n { int kind, val; int (*fn)(int, int); const struct n *l, *r; };
int ev(const struct n *e, const int *v) { switch (e->kind) { case 0: return e->val; case 1: return v[e->val]; default: return e->fn(ev(e->l, v), ev(e->r, v)); } }
static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
static const struct n one = { 0, 7 }, x = { 1, 0 }, y = { 1, 1 };
static const struct n m = { 2, 0, mul, &x, &one };
static const struct n root = { 2, 0, add, &m, &y };

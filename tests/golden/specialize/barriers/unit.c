struct t { int a, b; }; extern int lock;
int f(struct t *t, int k) { int r = 0; if (t->a == 3) r++; asm volatile("" ::: "memory"); if (t->a == 3) r += 2; t->b = r; return r + k; }

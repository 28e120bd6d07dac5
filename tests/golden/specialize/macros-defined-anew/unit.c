/* Macros that mean something else at the end of the unit, where residual functions stand. */
#define BASE 3
#define ADD(v) ((v) + BASE)
#define next (now + 1)
struct all {
	int a, b, c;
};
#define LIST X(a, 1) X(b, 2) X(c, 3)
static int scaled(int a) { return ADD(a) * a; }
int step(struct all *all, int now, int k)
{
	int r = 0;
	for (int i = 0; i < k; i++) {
		all->a += next;
		r += ADD(all->a) + scaled(r);
	}
	return r + next;
}
int each(struct all *p, int k)
{
#define X(n, v) p->n += v * k;
	LIST
#undef X
	int r = 0;
#define X(n, v) r = r * 5 + p->n;
	for (int i = 0; i < k; i++) { LIST }
#undef X
	return r;
}
#undef BASE
#define BASE 1000
#undef next
#define next (now - 1)
#define X(n, v) n = v,
enum { LIST };

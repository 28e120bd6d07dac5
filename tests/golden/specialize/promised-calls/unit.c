/* What functions of other units promise, and what compilers know of the C library. */
typedef unsigned int u32;
u32 swapped(u32) __attribute__((const));
int looked_up(const char *) __attribute__((pure));
unsigned strlen(const char *);
void *memcpy(void *, const void *, unsigned);
void note(void);
struct x { int op, left; char *at; };
int fixed(struct x *x, u32 v)
{
	x->left -= 4;
	v = swapped(v);
	if (x->op == 0)
		x->left -= swapped(v) & 1;
	return x->op == 0 ? x->left : (int)v;
}
int named(struct x *x, const char *name)
{
	int n = looked_up(name) + strlen(name);
	if (x->op)
		return n;
	memcpy(x->at, name, n);
	return x->op + x->left;
}
int into(struct x *x, const struct x *from)
{
	struct x own = { 1, 2, 0 };
	memcpy(&own, from, sizeof own);
	if (x->op)
		memcpy(x, &own, sizeof own);
	return x->op + own.left;
}
int behind(struct x *x)
{
	note();
	return x->op;
}

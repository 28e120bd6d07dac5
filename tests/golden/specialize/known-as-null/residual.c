/* entry where n == 2, o == &ops.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int r(struct x *x, int *v, int n, const struct ops *o)
{
	(void)n;
	(void)o;
	if (({ __typeof__(int (*)(void *, void *, ...)) __called = (int (*)(void *, void *, ...))put; __called; })(x, v, -1)) {
		if (({ __typeof__(int (*)(void *, void *, ...)) __called = (int (*)(void *, void *, ...))put; __called; })(x, v + 1, -1))
			return 1ul + get(2ul, "a") + ({ __typeof__(proc_t) __called = (proc_t)put; __called; })(x, v, 3);
	}
	return get(2ul, "a") + ({ __typeof__(proc_t) __called = (proc_t)put; __called; })(x, v, 3);
}

/* nul where x == 0, h == 0, a == 0.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int n(struct x *x, int (*h)(int), int *a, int k)
{
	(void)x;
	(void)h;
	(void)a;
	if (k)
		return ((struct x *)0)->n + *(int *)0 + ((int *)0)[3] + ((int (*)(int))0)(2) + (*(int (*)(int))0)(1);
	return 1;
}

/* isnull where k == 1.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int i(struct x *x, int k)
{
	_Bool b;
	(void)k;
	b = x;
	return !x + b + 1;
}

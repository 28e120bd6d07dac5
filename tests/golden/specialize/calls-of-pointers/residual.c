/* entry where n == 3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int r(struct x *x, int *v, int n)
{
	(void)n;
	x->n += *v;
	x->n += v[1];
	x->n += v[2];
	return 1;
}

/* handed where n == 3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int handed_3(struct x *x, int *v, int n)
{
	(void)n;
	return given(x, v, 3, (int (*)(void *, void *, ...))put) + 3;
}

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

/* all where o == &OPS.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int all_r(const struct ops *o, struct x *x, int *v)
{
	(void)o;
	x->n += *v;
	x->n += *v;
	x->n += *v;
	x->n += *v;
	x->n += *v;
	x->n += *v;
	return 6;
}

/* f where t->a == 3, k == 1.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int r(struct t *t, int k)
{
	(void)k;
	asm volatile("" ::: "memory");
	t->b = 3;
	return 4;
}

/* f where t->a == 3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int r2(struct t *t, int k)
{
	asm volatile("" ::: "memory");
	t->b = 3;
	return 3 + k;
}

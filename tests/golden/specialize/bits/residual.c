/* f where (t->blocked & (MASK(3) | MASK(4))) == 0, (t->flags & 7) == 4.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int r(struct t *t, int sig)
{
	(void)t;
	return 12 + sig;
}

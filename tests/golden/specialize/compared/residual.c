/* f where info != PRIV, info != NOINFO, t->h != IGN, n >= 0, n <= 8, n != 3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int f_r(struct info *info, struct t *t, int n)
{
	(void)n;
	return t->n + info->x;
}

/* f where info == SEND_SIG_PRIV, t->h == IGN, t->w == 2.5f, t->s == "abc", t->q == &pat.c, p == &tab[3].
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int r(struct siginfo *info, struct t *t, int *p)
{
	(void)info;
	(void)t;
	(void)p;
	if (((float)(2.5f)) > 1.0f)
		return 126;
	return 118;
}

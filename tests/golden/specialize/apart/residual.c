/* which where p == &table[3], e == begin.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int third(int *p, const char *e)
{
	if (p == &weak)
		return 4;
	if (e == end)
		return 5;
	return 6;
}

/* which where p == &table[8].
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int behind(int *p, const char *e)
{
	(void)e;
	if (p == &pat.c)
		return 1;
	if (p == far)
		return 2;
	return 3;
}

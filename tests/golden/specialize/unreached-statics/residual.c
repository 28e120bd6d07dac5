/* put where way == WRITE, n == 2.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int put_2(int way, char *at, const char *from, int n)
{
	(void)way;
	(void)n;
	*at = *from;
	at[1] = from[1];
	return 6;
}

/* all where way == WRITE, n == 2.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int all_2(int way, char *at, const char *from, int n)
{
	(void)way;
	(void)n;
	*at = *from;
	at[1] = from[1];
	return 4;
}

/* sum where k == 2.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int sum_2(int a, int k)
{
	(void)k;
	return ((a) + 3) + 2;
}

/* both where k == 2.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int both_2(int a, int k)
{
	int result;
	(void)k;
	result = ((a) + 3) * 2;
	return result + BASE;
}

/* less where k == 2.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int less_2(int a, int k)
{
	(void)k;
	return ((a) + 3) - 2;
}

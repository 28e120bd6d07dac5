/* run where n == 4.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
unsigned
run_4(const unsigned char *p, unsigned n, int how __attribute__((unused)))
{
	(void)n;
	(void)how;
	return p[0];
}

/* first where n == 2.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int first_2(int n, int m)
{
	(void)n;
	return 2 + m;
}

/* within where n == 3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int within_3(int n, int m)
{
	(void)n;
	return 3 * m;
}

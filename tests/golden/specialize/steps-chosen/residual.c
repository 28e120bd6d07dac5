/* run where base == program.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
unsigned run_program(const struct insn *base, const unsigned char *p)
{
	unsigned int a;
	(void)base;
	a = p[3];
	if (a == 7u) {
		a = p[4];
		if (a == 9u)
			return 2u + a;
		return 3u + a;
	}
	return 1u + a;
}

/* sums where k == -3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
long long sums_3(int x, unsigned y, int k)
{
	(void)k;
	if (x > (int)y) {
		if (y > 3)
			return 8589934591ll;
		return 8589934584ll;
	}
	if (y > 3)
		return 8589934593ll;
	return 8589934586ll;
}

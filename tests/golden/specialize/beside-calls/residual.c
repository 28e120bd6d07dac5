/* last where k == 2.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int last2(int k, int d, const int *c)
{
	int result;
	int s;
	(void)k;
	s = 0;
	s += w(0);
	s += w(1);
	result = s;
	return result + st(2) + cg(c, d);
}

/* middle where k == 2.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int middle2(int k, int d, const int *c)
{
	int result;
	int result_2;
	int s;
	(void)k;
	result = st(d);
	s = 0;
	s += w(0);
	s += w(1);
	result_2 = s;
	return result - result_2 + cg(c, d);
}

/* nested where k == 2.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int nested2(int k, int d, const int *c)
{
	int result;
	int s;
	(void)k;
	s = 0;
	s += w(0);
	s += w(1);
	result = s;
	return cg(c, result + st(d)) * w(d);
}

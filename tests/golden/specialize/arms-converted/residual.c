/* compared where k == 3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int compared_3(int x, int y, int k)
{
	(void)k;
	return (unsigned int)x > y;
}

/* widened where k == 3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
long long widened_3(int x, int y, int k)
{
	long long v;
	(void)k;
	v = (unsigned int)x;
	return v + (y < 0);
}

/* chosen where k == 3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
long long chosen_3(int x, int y, int k)
{
	long long v;
	(void)k;
	v = y ? x + 3 : 4u;
	return v;
}

/* from_call where k == 3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
long long from_call_3(int x, int y, int k)
{
	(void)k;
	if (y)
		return (unsigned int)called(3 + x) / 2;
	return (5u) / 2;
}

/* small where k == 3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int small_3(int x, int y, int k)
{
	unsigned char c;
	signed char d;
	(void)k;
	(void)d;
	c = x;
	d = y;
	return c * 3;
}

/* real where k == 3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
double real_3(int x, int y, int k)
{
	(void)k;
	return (double)x / 2 + (float)y;
}

/* shifted where k == 3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int shifted_3(int x, int y, int k)
{
	(void)k;
	return (int)((long long)x << (y & 31) >> 33);
}

/* e1 where nothing is known.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int e1_r(int a, int b, int c)
{
	int argument;
	int result;
	int s;
	int result_2;
	argument = c++;
	s = 0;
	s += a;
	s += b;
	s += argument;
	result = s;
	s = 4;
	s += a;
	result_2 = s;
	return result + result_2;
}

/* e2 where nothing is known.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int e2_r(int a, int b, char c)
{
	int argument;
	int argument_2;
	int argument_3;
	int result;
	int s;
	int v;
	argument = a | 1;
	argument_2 = b | 1;
	argument_3 = c | 1;
	v = argument;
	if (v) {
		s = 3 + v;
		v = argument_2;
		if (v) {
			s = s * 3 + v;
			v = argument_3;
			if (v) {
				s = s * 3 + v;
				result = s;
				return result;
			}
			result = s;
			return result;
		}
		result = s;
		return result;
	}
	return 1;
}

/* e3 where nothing is known.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int e3_r(const char *a, const char *b)
{
	int result;
	int n;
	if (a != NULL) {
		n = 0;
		n += *a;
		n += 120;
		if (b != NULL) {
			n += *b;
			result = n;
			return result;
		}
		result = n;
		return result;
	}
	return 0;
}

/* e4 where nothing is known.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int e4_r(int a, double d, long long l, struct pt q, int *p)
{
	struct pt argument;
	int result;
	int r;
	struct pt q_2;
	int result_2;
	int result_3;
	long long argument_4;
	int result_4;
	argument = q;
	r = 0;
	r += a;
	r += (int)l;
	r += (int)(d * 2);
	q_2 = argument;
	r += q_2.x * q_2.y;
	r += *p;
	result_2 = r + 1;
	r += result_2;
	r ^= a;
	result = r;
	r = 0;
	r += a;
	r ^= a;
	result_3 = r;
	argument_4 = l + 1;
	r = 0;
	r += (int)argument_4;
	r += *p;
	result_4 = r;
	return result + result_3 + result_4;
}

/* e5 where nothing is known.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int e5_r(int a, unsigned char b)
{
	int argument;
	int argument_2;
	int result;
	int s;
	int result_2;
	argument = b;
	argument_2 = a * b;
	result_2 = a;
	s = result_2;
	result_2 = argument;
	s = s * 5 + result_2;
	result_2 = argument_2;
	s = s * 5 + result_2;
	result = s;
	return result;
}

/* e6 where nothing is known.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int e6_r(int a, unsigned b)
{
	unsigned int argument;
	int result;
	int s;
	argument = a * b;
	s = a;
	s = s * 5 + (int)b;
	s = s * 5 + (int)argument;
	result = s;
	return result;
}

/* e7 where nothing is known.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int e7_r(int a, int b)
{
	return cond(0, 1, a, (long)b) + cond(1, 1, a, (long)b) + cond(1, 0, a, b) + cond(a, 0, b, a);
}

/* e8 where nothing is known.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int e8_r(int a, int b)
{
	int result;
	int s;
	int result_2;
	int result_3;
	s = a;
	s += b;
	result = s;
	s = 0;
	s += a;
	result_2 = s;
	if (a) {
		s = b;
		s += 3;
		result_3 = s;
	} else {
		s = 0;
		s += b;
		result_3 = s;
	}
	return result + result_2 + result_3;
}

/* e9 where nothing is known.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int e9_r(int a, int b)
{
	int argument;
	int result;
	int result_2;
	int s;
	(void)b;
	argument = a * 2;
	result_2 = argument;
	s = result_2;
	s += 7 * argument;
	result = s;
	return result;
}

/* e10 where nothing is known.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int e10_r(int a, int b)
{
	return handed(1, a * 2, b);
}

/* e11 where nothing is known.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int e11_r(int a, int b)
{
	int s;
	int argument;
	int result;
	int s_2;
	int result_2;
	(void)b;
	argument = a++;
	s_2 = 0;
	s_2 += argument;
	s_2 += 0;
	result = s_2;
	s = 0;
	s += result;
	argument = a++;
	s_2 = 0;
	s_2 += argument;
	s_2 += 1;
	result = s_2;
	s_2 = 0;
	s_2 += s;
	result_2 = s_2;
	s += result + result_2;
	argument = a++;
	s_2 = 0;
	s_2 += argument;
	s_2 += 2;
	result = s_2;
	s_2 = 0;
	s_2 += s;
	result_2 = s_2;
	s += result + result_2;
	return s;
}

/* e12 where nothing is known.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int e12_r(int a, int n)
{
	return sum(n, a, a + 1, a + 2);
}

/* e13 where nothing is known.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int e13_r(int a, int n)
{
	int result;
	int s;
	int result_2;
	int result_3;
	s = 0;
	s += n;
	s += a;
	result = s;
	s = 0;
	s += a;
	result_2 = s;
	s = 0;
	s += result_2;
	s += result;
	result_3 = s;
	return result_3;
}

/* e14 where nothing is known.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int e14_r(int a, int b)
{
	return behind(2, a, b);
}

/* f where k == 3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int r(int k, int d)
{
	int result;
	int s;
	int result_2;
	int d_2;
	int result_3;
	(void)k;
	s = 3;
	s += d;
	result = s;
	result_2 = st(3);
	d_2 = d;
	d_2++;
	d_2 *= 2;
	d_2++;
	result_3 = d_2;
	return result + result_2 + result_3;
}

/* f where n == 3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int r(int *v, int n)
{
	int s;
	int *v_object;
	(void)n;
	v_object = v;
	s = 0;
	s += *v_object;
	s += v_object[1];
	s += v_object[2];
	return s;
}

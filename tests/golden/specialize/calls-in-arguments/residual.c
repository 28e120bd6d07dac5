/* ev where e == &root.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int r(const struct n *e, const int *v)
{
	int result;
	int result_2;
	int result_4;
	int result_5;
	int result_6;
	(void)e;
	result = v[1];
	result_4 = *v;
	result_5 = result_4 * 7;
	result_2 = result_5;
	result_6 = result_2 + result;
	return result_6;
}

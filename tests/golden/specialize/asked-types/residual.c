/* f where k == 3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int f_r(int n, int k)
{
	int z;
	unsigned char n_2;
	int result;
	unsigned char one_;
	int other_;
	int value;
	int z_2;
	unsigned char q;
	(void)k;
	n += 3;
	z = n * 1000;
	n_2 = 3 + n;
	n_2 = n_2 + 1;
	one_ = n_2;
	other_ = z;
	value = one_ < other_ ? one_ : other_;
	z_2 = value;
	q = (unsigned char)(z + 3);
	result = z_2 + q + (unsigned char)(900 + z) + (unsigned char)z + sizeof(unsigned char) + 1u + 1u;
	return result + n;
}

/* g where k == 3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int g_r(int n, int k)
{
	(void)k;
	n += 3;
	return kept(n, n * 7, 3) + n;
}

/* h where n == 2.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int h_r(int *sum, int *v, int n)
{
	int result_2;
	(void)n;
	result_2 = *sum += *v;
	if (!result_2)
		return 0;
	result_2 = *sum += v[1];
	if (!result_2)
		return 0;
	return 1;
}

int main(void)
{
	struct info info = { 5 };
	struct t t = { 0, 6 };
	for (int n = 0; n < 9; n++)
		if (n != 3 && f(&info, &t, n) != f_r(&info, &t, n))
			return 1;
	return 0;
}

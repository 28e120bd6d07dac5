int main(void)
{
	for (int n = -400; n < 400; n++) {
		int left = n, right = n, v[] = { n, 3 };
		if (f(n, 3) != f_r(n, 3) || g(n, 3) != g_r(n, 3) || h(&left, v, 2) != h_r(&right, v, 2) || left != right)
			return 1;
	}
	return 0;
}

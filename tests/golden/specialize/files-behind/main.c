int main(void)
{
	for (int a = -9; a < 9; a++)
		if (sum(a, 2) != sum_2(a, 2) || both(a, 2) != both_2(a, 2) || less(a, 2) != less_2(a, 2)) return 1;
	return 0;
}

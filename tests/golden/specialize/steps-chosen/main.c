int main(void)
{
	unsigned char p[8] = { 0 };
	for (int one = 5; one < 11; one++)
		for (int other = 5; other < 11; other++) {
			p[3] = one, p[4] = other;
			if (run(program, p) != run_program(program, p) || sums(one, other, -3) != sums_3(one, other, -3))
				return 1;
		}
	return 0;
}

int main(void)
{
	for (int now = -9; now < 9; now++) {
		struct all one = { now, 3 * now, 5 }, other = one;
		if (step(&one, now, 2) != step_twice(&other, now, 2) || one.a != other.a) return 1;
		if (each(&one, 2) != each_twice(&other, 2) || one.c != other.c) return 2;
	}
	return 0;
}

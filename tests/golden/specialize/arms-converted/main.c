int main(void)
{
	for (int x = -9; x < 9; x++)
		for (int y = -40; y < 40; y++) {
			if (compared(x, y, 3) != compared_3(x, y, 3) || widened(x, y, 3) != widened_3(x, y, 3))
				return 1;
			if (chosen(x, y, 3) != chosen_3(x, y, 3) || from_call(x, y, 3) != from_call_3(x, y, 3))
				return 2;
			if (small(x, y, 3) != small_3(x, y, 3) || real(x, y, 3) != real_3(x, y, 3))
				return 3;
			if (shifted(x, y, 3) != shifted_3(x, y, 3))
				return 4;
		}
	return 0;
}

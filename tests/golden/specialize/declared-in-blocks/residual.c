/* f where k == 5.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int r(int m, int k)
{
	typedef short sh;
	extern __typeof__(int (int)) ext2;
	sh x;
	(void)k;
	x = m;
	switch (m) {
	case 1 ... 5:
		x += 5;
		return x + ext2(5);
	}
	x--;
	return x + ext2(5);
}

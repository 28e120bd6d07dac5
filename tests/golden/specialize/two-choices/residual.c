/* f where nothing is known.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int r(int a,int k)
{
	int i;
	if (a) {
		i = 0;
	} else {
		i = 0;
		while (++i < k) {
		}
		if (!k) {
			if (k)
				return 30;
			return 1;
		}
		goto at_16;
	}
	while (++i < k) {
	}
	if (!k) {
		if (k)
			return 30;
		return 2;
	}
at_16:;
	if (!k)
		return 30;
	return 29;
}

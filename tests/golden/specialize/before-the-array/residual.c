/* run where pc == &prog.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
unsigned r(const struct insn *pc, const unsigned char *p, unsigned n)
{
	unsigned int A;
	(void)pc;
	if (12u >= n)
		return 0;
	A = p[12];
	if (A == 8u) {
		if (23u >= n)
			return 0;
		A = p[23];
	}
	if (A == 6u)
		return 100u;
	return 0u;
}

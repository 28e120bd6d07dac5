/* run where pc == udp, length == 20.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
unsigned run_udp(const struct insn *pc, const unsigned char *p, unsigned length)
{
	unsigned int a;
	(void)pc;
	(void)length;
	a = p[9];
	if (a != 17u)
		return 0u;
	a = p[8];
	if (!(a > 1u))
		return 0u;
	return 96u;
}

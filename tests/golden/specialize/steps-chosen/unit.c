/* An interpreter whose next step is a choice within a sum; and sums with choices of other types. */
struct insn { unsigned short code; unsigned char jt, jf; unsigned k; };
const struct insn program[] = { { 0x30, 0, 0, 3 }, { 0x15, 1, 0, 7 }, { 6, 0, 0, 1 }, { 0x30, 0, 0, 4 }, { 0x15, 0, 1, 9 }, { 6, 0, 0, 2 }, { 6, 0, 0, 3 } };
unsigned run(const struct insn *base, const unsigned char *p)
{
	const struct insn *pc = base;
	unsigned a = 0;
next:
	switch (pc->code) {
	case 6:
		return pc->k + a;
	case 0x30:
		a = p[pc->k];
		pc++;
		goto next;
	case 0x15:
		pc = pc + 1 + (a == pc->k ? pc->jt : pc->jf);
		goto next;
	}
	return 0;
}
long long sums(int x, unsigned y, int k)
{
	long long v = k + (x > (int)y ? 1 : 2u);
	v = v * 2 - (y > 3 ? k : 4ll);
	return v;
}

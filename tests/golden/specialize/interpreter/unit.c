struct insn { unsigned short code; unsigned char yes, no; unsigned k; };
enum { LOAD, EQUAL, GREATER, RETURN };

unsigned run(const struct insn *pc, const unsigned char *p, unsigned length)
{
	unsigned a = 0;

	for (;; pc++) {
		switch (pc->code) {
		case LOAD:
			if (pc->k >= length)
				return 0;
			a = p[pc->k];
			continue;
		case EQUAL:
			pc += a == pc->k ? pc->yes : pc->no;
			continue;
		case GREATER:
			pc += a > pc->k ? pc->yes : pc->no;
			continue;
		case RETURN:
			return pc->k;
		default:
			return 0;
		}
	}
}

static const struct insn udp[] = {
	{ LOAD, 0, 0, 9 }, { EQUAL, 0, 3, 17 }, { LOAD, 0, 0, 8 }, { GREATER, 0, 1, 1 }, { RETURN, 0, 0, 96 }, { RETURN },
};

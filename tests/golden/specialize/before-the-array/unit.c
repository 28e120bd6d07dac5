struct insn { unsigned short code; unsigned char jt, jf; unsigned k; };
unsigned run(const struct insn *pc, const unsigned char *p, unsigned n) {
 unsigned A = 0, X = 0;
 --pc;
 for (;;) { ++pc; switch (pc->code) { case 0: return pc->k; case 1: if (pc->k >= n) return 0; A = p[pc->k]; continue; case 2: pc += (A == pc->k) ? pc->jt : pc->jf; continue; case 3: A += X; continue; default: return 0; } } }
static const struct insn prog[] = { {1,0,0,12}, {2,0,1,8}, {1,0,0,23}, {2,0,1,6}, {0,0,0,100}, {0,0,0,0} };

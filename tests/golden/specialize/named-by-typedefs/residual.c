/* overlaid where k == 3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int overlaid_3(word *w, int k)
{
	(void)k;
	w->low = 3;
	w->whole = 0x12340000;
	return w->low;
}

/* overlaid_parts where k == 3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int overlaid_parts_3(record *r, volatile word *v, int k)
{
	word own;
	(void)k;
	own.low = 3;
	own.whole = 5;
	r->w.whole = 3;
	r->w.bytes[0] = 7;
	v->low = 3;
	v->whole = 196608;
	return own.low + r->w.whole + v->low;
}

/* begun where k == 2.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int begun_2(int m, int k)
{
	typedef struct { int x; record inner; } own;
	own one;
	word w;
	record plain;
	(void)k;
	one = (own){ m, { 2, { 2, 2 }, { .whole = 9 } } };
	w = (word){ .whole = 2 };
	plain = (record){ m, { 2, 3 }, { .bytes = { 1, 2 } } };
	return one.inner.b[0] + one.inner.b[2] + w.bytes[0] + plain.w.bytes[1] + one.x;
}

/* unneeded where k == 3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int unneeded_3(int m, int k)
{
	typedef short small;
	typedef char tiny;
	enum { FEW, MANY = 3 };
	struct own { small at; };
	struct own one;
	tiny t;
	(void)k;
	(void)one;
	one.at = m;
	t = m;
	return t + 3 + MANY;
}

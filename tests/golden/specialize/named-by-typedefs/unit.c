/* Structs and unions of which a typedef is the only name, and what initial values say of them. */
typedef union {
	int whole;
	short low;
	unsigned char bytes[4];
} word;
typedef struct {
	int a;
	short b[3];
	word w;
} record;

int overlaid(word *w, int k)
{
	w->low = k;
	w->whole = 0x12340000;
	return w->low;
}

int overlaid_parts(record *r, volatile word *v, int k)
{
	word own;
	own.low = k;
	own.whole = 5;
	r->w.whole = k;
	r->w.bytes[0] = 7;
	v->low = k;
	v->whole = k << 16;
	return own.low + r->w.whole + v->low;
}

int begun(int m, int k)
{
	typedef struct { int x; record inner; } own;
	own one = { m, { k, { k, 2 }, { 9 } } };
	word w = { k };
	record plain = { m, { k, k + 1 }, { .bytes = { 1, k } } };
	if (k == 2)
		return one.inner.b[0] + one.inner.b[2] + w.bytes[0] + plain.w.bytes[1] + one.x;
	return one.x + plain.a;
}

int unneeded(int m, int k)
{
	typedef short small;
	typedef char tiny;
	enum { FEW, MANY = 3 };
	struct own { small at; } one = { m };
	extern int nobody(int);
	if (k > 100)
		return nobody(one.at);
	tiny t = m;
	return t + k + MANY;
}

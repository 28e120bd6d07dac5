/* put_row where s noalias, row noalias, s->ways == &in_memory, s->left == 64, s->at noalias.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int put_row_r(struct stream *s, struct row *row)
{
	void *s_at_object;
	s_at_object = s->at;
	*(u32 *)s_at_object = __builtin_bswap32((u32)row->id);
	*(u32 *)((char *)s_at_object + 4) = __builtin_bswap32((u32)row->cells[0]);
	*(u32 *)((char *)s_at_object + 8) = __builtin_bswap32((u32)row->cells[1]);
	*(u32 *)((char *)s_at_object + 12) = __builtin_bswap32((u32)row->cells[2]);
	__builtin_memcpy((char *)s_at_object + 16, row->name, 6u);
	__builtin_memcpy((char *)s_at_object + 22, "\000", 2u);
	s->left = 40;
	s->at = (char *)s_at_object + 24;
	return 1;
}

/* member where n == 5.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int member_r(struct pair *p, int n)
{
	(void)n;
	p->value = 5;
	return 10;
}

/* through where n == 5.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int through_r(struct pair *p, int n)
{
	(void)n;
	p->value = 7;
	*(u32 *)&p->value = 2147483653u;
	return (-1073741822);
}

/* followed where n == 5.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int followed_r(struct pair *p, int n)
{
	(void)n;
	p->next = p;
	p->value = 5;
	return 6;
}

/* back where n == 5.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int back_r(struct pair *p, int n)
{
	(void)n;
	p->value = 5;
	return 5;
}

/* halves where n == 5.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int halves_r(struct pair *p, int n)
{
	(void)n;
	p->value = 0x10002;
	*(short *)((char *)p + 6) = 5;
	return p->value;
}

/* bytes where n == 5.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int bytes_r(struct pair *p, int n)
{
	(void)n;
	*(u32 *)p->bytes = 5u;
	p->bytes[1] = 9;
	return (int)*(u32 *)p->bytes;
}

/* over where n == 5.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int over_r(struct pair *p, int n)
{
	(void)n;
	p->kind = 1;
	p->value = 2;
	*(long long *)p = 5ll;
	return p->kind + p->value;
}

/* wide where n == 1.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int wide_r(int k, int n)
{
	(void)n;
	return 92801803 + k;
}

/* local where n == 5.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int local_r(int k, int n)
{
	u8 b[4];
	(void)n;
	b[0] = 1;
	b[1] = 2;
	b[2] = 5;
	b[3] = 0;
	*(short *)((char *)&b + 2) += 4;
	return *(int *)b + k;
}

/* between where n == 3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int between_r(struct pair *p, int n)
{
	(void)p;
	(void)n;
	return 2;
}

/* container where n == 5, in noalias.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int container_r(struct pair *in, int n)
{
	(void)n;
	in->value = 5;
	((struct outer *)((char *)in - 4))->a = 3;
	((struct outer *)((char *)in - 4))->in.value = 6;
	return in->value + ((struct outer *)((char *)in - 4))->a;
}

/* again where n == 1, h noalias, h->to noalias.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int again_r(struct holder *h, int n)
{
	int *q;
	int *h_to_object;
	(void)n;
	h_to_object = h->to;
	changes(h);
	*h_to_object = 1;
	q = h->to;
	*q = 2;
	return *h_to_object;
}

/* given where n == 1, h noalias, h->to noalias.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int given_r(struct holder *h, int n)
{
	int *h_to_object;
	(void)n;
	h_to_object = h->to;
	*h_to_object = 1;
	*found(h) = 2;
	return *h_to_object;
}

/* copied where n == 5.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int copied_r(int k, int n)
{
	int x;
	int *p;
	int *q;
	(void)n;
	q = 0;
	x = 5;
	p = &x;
	__builtin_memcpy(&q, &p, sizeof p);
	*q = k;
	return x;
}

/* kept where n == 5.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int kept_r(struct pair *p, int n)
{
	char b[4];
	(void)n;
	b[0] = 1;
	b[1] = 2;
	b[2] = 3;
	b[3] = 4;
	__builtin_memcpy(b, &p->value, 2);
	p->value = 5;
	return b[0] + b[2] + 5;
}

/* untyped where n == 5.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int untyped_r(struct pair *p, int n)
{
	(void)n;
	p->next = p;
	p->value = 5;
	return 10;
}

/* untyped_by where n == 5.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int untyped_by_r(struct pair *p, int n, int k)
{
	(void)n;
	*(u8 *)((void *)&p->value + k) = 5;
	return p->value;
}

/* nodes where n == 5.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int nodes_r(struct node *o, int n)
{
	(void)n;
	o->id = 5;
	o->at.y = 2;
	return id_of(&o->link) + (int)offsetof(struct node, at.y);
}

/* unknown_offset where n == 5.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int unknown_offset_r(int k, int n)
{
	(void)n;
	return (int)offsetof(struct strange, after) * 5 + k;
}

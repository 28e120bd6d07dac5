/* Pointers that are converted to be moved by bytes, and back: what they lead to is known by the layout. */
typedef unsigned char u8;
typedef unsigned int u32;
struct stream;
typedef int (*put_t)(struct stream *, void *);
struct stream {
	const struct ways *ways;
	void *at;
	int left;
};
struct ways {
	int (*put)(struct stream *, const int *);
	int (*copy)(struct stream *, const char *, u32);
};
static int put_word(struct stream *s, const int *of)
{
	if (s->left < 4)
		return 0;
	s->left -= 4;
	*(u32 *)s->at = __builtin_bswap32((u32)*of);
	s->at = (char *)s->at + 4;
	return 1;
}
static int copy(struct stream *s, const char *of, u32 n)
{
	if ((u32)s->left < n)
		return 0;
	s->left -= n;
	__builtin_memmove(s->at, of, n);
	s->at = (char *)s->at + n;
	return 1;
}
static const struct ways in_memory = { put_word, copy };
static int put_int(struct stream *s, int *of) { return (*s->ways->put)(s, of); }
static int each(struct stream *s, char *of, u32 n, u32 size, put_t put)
{
	for (u32 i = 0; i < n; i++, of += size)
		if (!(*put)(s, of))
			return 0;
	return 1;
}
struct row { int id, cells[3]; char name[6]; };
int put_row(struct stream *s, struct row *row)
{
	return put_int(s, &row->id) && each(s, (char *)row->cells, 3, sizeof(int), (put_t)put_int) &&
		s->ways->copy(s, row->name, 6) && s->ways->copy(s, "\0", 2);
}

/* By the bytes of a structure to its members, also with another sign and as another pointer. */
struct pair { char kind; int value; struct pair *next; u8 bytes[4]; };
int member(struct pair *p, int n) { p->value = n; return *(int *)((char *)p + 4) + (int)*(u32 *)((char *)p + sizeof(int)); }
int through(struct pair *p, int n) { p->value = 7; *(u32 *)((char *)p + 4) = 0x80000000u + n; return p->value >> 1; }
int followed(struct pair *p, int n) { p->next = p; p->value = n; return (*(struct pair **)((char *)p + 8))->value + (*(void **)((char *)p + 8) == p); }
int back(struct pair *p, int n) { char *c = (char *)&p->value; ((struct pair *)(c - 4))->value = n; return p->value; }
/* Parts of members, and more than one. */
int halves(struct pair *p, int n) { p->value = 0x10002; *(short *)((char *)p + 6) = n; return p->value; }
int bytes(struct pair *p, int n) { *(u32 *)p->bytes = n; p->bytes[1] = 9; return (int)*(u32 *)p->bytes; }
int over(struct pair *p, int n) { p->kind = 1; p->value = 2; *(long long *)p = n; return p->kind + p->value; }
/* Known bytes as numbers of another size. */
static const u8 table[8] = { 1, 2, 3, 0x84, 5, 6, 7, 8 };
static const struct { short a, b; int c; } shorts = { -2, 3, 4 };
int wide(int k, int n) { return *(const int *)(table + n) + *(const unsigned short *)&table[6] + *(const int *)&shorts + ((const u8 *)&shorts)[5 - n] + k; }
int local(int k, int n) { u8 b[4] = { 1, 2, (u8)n, 0 }; u8 *c = b; *(short *)(c + 2) += 4; return *(int *)b + k; }
/* Two pointers into one object. */
int between(struct pair *p, int n) { char *a = (char *)p + n, *b = (char *)&p->value; return a == b ? 1 : b - a + (a < b); }
/* What is beside an object is none of it. */
struct outer { int a; struct pair in; };
int container(struct pair *in, int n) { in->value = n; struct outer *o = (struct outer *)((char *)in - 4); o->a = 3; o->in.value = 6; return in->value + o->a; }
/* A pointer that is found again in memory leads where it led before. */
struct holder { int *to; struct pair *by; };
void changes(struct holder *h);
int again(struct holder *h, int n) { int *p = h->to; changes(h); p[0] = n; int *q = h->to; *q = 2; return p[0]; }
static int *found(struct holder *h) { return h->to; }
int given(struct holder *h, int n) { int *p = h->to; p[0] = n; *found(h) = 2; return p[0]; }
/* The C library keeps no address, but copies them. */
int copied(int k, int n) { int x = n; int *p = &x, *q = 0; __builtin_memcpy(&q, &p, sizeof p); *q = k; return x; }
int kept(struct pair *p, int n) { char b[4] = { 1, 2, 3, 4 }; __builtin_memcpy(b, &p->value, 2); p->value = n; return b[0] + b[2] + p->value; }
/* GNU C moves a `void *` by bytes, whatever it leads to. */
int untyped(struct pair *p, int n) { void *v = &p->value; void *w = v + 4; v += n - 5; *(struct pair **)w = p; *(int *)v = n; return (int)(w - v) + p->value + (p->next == p); }
int untyped_by(struct pair *p, int n, int k) { void *v = &p->value; *(u8 *)(v + k) = n; return p->value; }
/* A structure by a member of it. */
#define offsetof(type, member) __builtin_offsetof(type, member)
#define same(expr, ...) _Static_assert(expr, #expr)
#define container_of(ptr, type, member) ({ \
	void *of_ = (void *)(ptr); \
	same(sizeof(*(ptr)) == sizeof(((type *)0)->member), "x"); \
	((type *)(of_ - offsetof(type, member))); })
#define entry(ptr, type, member) container_of(ptr, type, member)
struct link { struct link *next; };
struct node { int id; struct { int x, y; } at; struct link link; };
static int id_of(struct link *l) { return entry(l, struct node, link)->id + entry(l, struct node, link)->at.y; }
int nodes(struct node *o, int n) { o->id = n; o->at.y = 2; return id_of(&o->link) + (int)offsetof(struct node, at.y); }
struct strange { int bits : 3; int after; };
int unknown_offset(int k, int n) { return (int)offsetof(struct strange, after) * n + k; }

/* Nothing but p leads to the object: pointers that are made of p do. */
struct s { int a, b; char *q; };
int by_cast(struct s *p, int k) { p->a = 5; *(int *)((char *)p + 0) = k; return p->a; }
int by_bytes(struct s *p, int k) { p->a = 5; char *c = (char *)p; c[k & 3] = 1; return p->a; }
int by_number(struct s *p, int k) { p->a = 5; unsigned u = (unsigned)p; ((struct s *)u)->a = k; return p->a; }
int by_itself(struct s *p, int k) { p->a = 5; p->q = (char *)p; p->q[k & 3] = 3; return p->a; }
int by_table(struct s *p, int k) { p->a = 5; struct s *t[2] = { p, p }; t[k & 1]->a = k; return p->a; }
/* An array of another function has the same name, and an element gets what it returns. */
static int filled(char *to, int n)
{
	char buffer[8] = "";
	for (int i = 0; i < n; i++)
		buffer[i] = to[i];
	to[1] = buffer[0];
	return sizeof(buffer) + sizeof buffer[0];
}
int into_element(char *b, int n)
{
	short buffer[3] = { 1, 2, 3 };
	buffer[n - 3] = filled(b, n);
	*buffer += filled(b + 4, n);
	return buffer[0] + sizeof(buffer);
}

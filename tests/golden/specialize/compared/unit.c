struct info { int x; };
#define NOINFO ((struct info *)0)
#define PRIV ((struct info *)1)
struct t { void (*h)(int); int n; };
#define IGN ((void (*)(int))1)
int f(struct info *info, struct t *t, int n)
{
	if (info == NOINFO)
		return 1;
	if (info == PRIV)
		return 2;
	if (t->h == IGN)
		return 3;
	if (n < 0 || n > 8)
		return 4;
	return n == 3 ? 5 : t->n + info->x;
}

/* step where k == 2.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int step_twice(struct all *all, int now, int k)
{
	int r;
	(void)k;
	all->a += (now + 1);
	r = 0;
	r += ((all->a) + 3) + scaled(0);
	all->a += (now + 1);
	r += ((all->a) + 3) + scaled(r);
	return r + (now + 1);
}

/* each where k == 2.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int each_twice(struct all *p, int k)
{
	int r;
	(void)k;
	p->a += 2;
	p->b += 4;
	p->c += 6;
	r = p->a;
	r = r * 5 + p->b;
	r = r * 5 + p->c;
	r = r * 5 + p->a;
	r = r * 5 + p->b;
	r = r * 5 + p->c;
	return r;
}

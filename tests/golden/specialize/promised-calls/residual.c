/* fixed where x->op == 0, x->left == 8, x noalias.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int fixed_r(struct x *x, u32 v)
{
	v = swapped(v);
	x->left = 4;
	x->left -= swapped(v) & 1;
	return x->left;
}

/* named where x->op == 0, x->left == 3, x noalias.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int named_r(struct x *x, const char *name)
{
	int n;
	n = looked_up(name) + strlen(name);
	memcpy(x->at, name, n);
	return 3;
}

/* into where x->op == 0, x noalias.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int into_0(struct x *x, const struct x *from)
{
	struct x own;
	(void)x;
	own.op = 1;
	own.left = 2;
	own.at = 0;
	memcpy(&own, from, sizeof own);
	return own.left;
}

/* into where x->op == 1, x noalias.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int into_1(struct x *x, const struct x *from)
{
	struct x own;
	own.op = 1;
	own.left = 2;
	own.at = 0;
	memcpy(&own, from, sizeof own);
	memcpy(x, &own, sizeof own);
	return x->op + own.left;
}

/* behind where x->op == 0, x noalias.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int behind_r(struct x *x)
{
	note();
	return x->op;
}

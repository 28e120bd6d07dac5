/* work where each op in READ, WRITE, SYNC.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int work_each(struct port *p, enum op op, int n)
{
	int sum;
	int i;
	switch ((unsigned int)op) {
	case READ:
		sum = 0;
		i = 0;
		while (i < n) {
			sum += i;
			i++;
		}
		goto at_9;
	case WRITE:
		if (p->kind == 3)
			n++;
		sum = 0;
		i = 0;
		while (i < n) {
			sum ^= i;
			i++;
		}
		goto at_9;
	}
	sum = 0;
	i = 0;
	while (i < n) {
		sum -= i;
		i++;
	}
at_9:;
	if (p->ops)
		return p->ops->put(p, sum);
	return sum;
}

/* work where p nonnull, op == READ, each p->ops in &a_ops, &b_ops.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int work_ops(struct port *p, enum op op, int n)
{
	int sum;
	int i;
	int result;
	(void)op;
	if (p->ops == &a_ops) {
		sum = 0;
		i = 0;
	} else {
		sum = 0;
		i = 0;
		while (i < n) {
			sum += i;
			i++;
		}
		p->count += 2;
		result = -sum;
		return result;
	}
	while (i < n) {
		sum += i;
		i++;
	}
	p->count++;
	result = sum;
	return result;
}

/* work where each op in READ, 7, each p->kind in 3, 4.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int work_both(struct port *p, enum op op, int n)
{
	int sum;
	int i;
	if (op == READ) {
		if (p->kind == 3) {
			sum = 0;
			i = 0;
			while (i < n) {
				sum += i;
				i++;
			}
			goto at_28;
		}
		sum = 0;
		i = 0;
		while (i < n) {
			sum += i;
			i++;
		}
	} else {
		if (p->kind == 3) {
			sum = 0;
			i = 0;
			while (i < n) {
				sum -= i;
				i++;
			}
			goto at_28;
		}
		sum = 0;
		i = 0;
		while (i < n) {
			sum -= i;
			i++;
		}
	}
	if (p->ops)
		return p->ops->put(p, sum);
	return sum;
at_28:;
	if (p->ops)
		return p->ops->put(p, sum);
	return sum;
}

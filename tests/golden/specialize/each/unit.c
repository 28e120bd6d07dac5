enum op { READ, WRITE, SYNC = 7 };
struct port { int kind, count; const struct ops *ops; };
struct ops { int (*put)(struct port *p, int c); };
static int a_put(struct port *p, int c) { p->count++; return c; }
static int b_put(struct port *p, int c) { p->count += 2; return -c; }
const struct ops a_ops = { a_put }, b_ops = { b_put };
int work(struct port *p, enum op op, int n)
{
	int sum = 0;
	if (op == WRITE && p->kind == 3)
		n++;
	for (int i = 0; i < n; i++) {
		switch (op) {
		case READ: sum += i; break;
		case WRITE: sum ^= i; break;
		default: sum -= i;
		}
	}
	if (p->ops)
		return p->ops->put(p, sum);
	return sum;
}

int add(int a, int b);

int add(int a, int b)
{
	return a + b;
}

static inline int twice(int x)
{
	int y = x;

	return y + y;
}

int use(void) { return add(twice(1), 2); }

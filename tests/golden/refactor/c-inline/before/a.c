#include "lock.h"

int level, counter;

int raise_level(int by)
{
	if (by < 0)
		return 0;
	level += by;
	return by;
}

void lower_level(int by)
{
	if (by == 0)
		return;
	level -= by;
}

void reset(void)
{
	work(level);
	level = 0;
}

int twice(int x)
{
	return work(x) + work(x + 1);
}

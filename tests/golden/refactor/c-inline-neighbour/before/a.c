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
	work(1);
	level = 0;
}

int twice(int x)
{
	work(x);
	return work(x + 1);
}

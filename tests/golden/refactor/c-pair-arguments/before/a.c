#include "lock.h"

void first(int *which)
{
	lock_one(which);
	level++;
	unlock_one(which);
}

void second(int how, int *these)
{
	lock_one(these);
	level += how;
	unlock_one(these);
}

void third(void)
{
	lock_one(&counter);
	level--;
	unlock_one(&counter);
}

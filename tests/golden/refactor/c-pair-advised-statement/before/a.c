#include "lock.h"

void raise_level(void)
{
	lock();
	level++;
	unlock();
}

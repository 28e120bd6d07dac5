#include "lock.h"

void raise_level(void)
{
	GUARD();
	level++;
	unlock();
}

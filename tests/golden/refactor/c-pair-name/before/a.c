#include "lock.h"

void raise_level(void)
{
	trace("raise_level");
	level++;
}

void lower_level(void)
{
	trace("lower_level");
	level--;
}

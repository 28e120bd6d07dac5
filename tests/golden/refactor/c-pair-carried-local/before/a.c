#include "lock.h"

void raise_level(void)
{
	int flags = interrupts_save();
	level++;
	interrupts_restore(flags);
}

int lower_level(void)
{
	int flags = interrupts_save();
	int old;

	old = level--;
	interrupts_restore(flags);
	return old;
}

int reads_them(void)
{
	int flags = interrupts_save();
	int old = flags;

	level = 0;
	interrupts_restore(flags);
	return old;
}

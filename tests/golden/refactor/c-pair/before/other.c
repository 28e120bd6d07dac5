#include "lock.h"

void queue_clear(void)
{
	lock();
	counter = 0;
	unlock();
}

/* What is read before the lock is taken. */
void queue_late(void)
{
	int old = counter;

	lock();
	counter = old + 1;
	unlock();
}

void nothing_to_do_with_it(void)
{
	work(1);
}

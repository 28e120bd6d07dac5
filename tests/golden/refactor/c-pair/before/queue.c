#include "lock.h"

void queue_add(int x)
{
	lock(); /* the only one */
	counter += work(x);
	level++;
	unlock();
}

int queue_take(int *from)
{
	int taken = 0;

	lock();
	if (counter == 0) {
		unlock();
		return -1;
	}
	if (!from)
		goto out;
	taken = *from;
	counter--;
out:
	unlock();
	return taken;
}

/* The result is read after the lock is free. */
int queue_count(void)
{
	lock();
	work(counter);
	unlock();
	return counter;
}

/* One way out forgets the lock. */
void queue_drop(int x)
{
	lock();
	if (x < 0)
		return;
	counter = 0;
	unlock();
}

#include "lock.h"

void lock_at(int *);
#define LOCK(at) lock_at(at)
#define LOCK_IT() lock_at(it)
#define LOCK_AND(more) lock_at(it); more

void plain(int *it)
{
	LOCK(it);
	level++;
}

void other_name(int *that)
{
	LOCK( /* which */ that );
	level++;
}

void without(int *it)
{
	lock_at(it);
	level++;
}

void by_itself(int *it)
{
	LOCK_IT();
	level++;
}

void with_more(int *it)
{
	LOCK_AND(level++);
}

void twice(int *it)
{
	LOCK(it); LOCK(it);
	level++;
}

void local(void)
{
	int here = 0;
	LOCK(&here);
	level++;
}

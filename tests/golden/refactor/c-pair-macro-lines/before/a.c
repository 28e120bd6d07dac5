#include "lock.h"

void note(const char *, int);
#define BEGIN(what, value) \
	do { lock(); note(what, value); } while (0)
#define MAX(a, b) ((a) > (b) ? (a) : (b))

void several(void)
{
	BEGIN("level",
	      1 + 2);
	level++;
	unlock();
}

void in_one(void)
{
	BEGIN("level", 1 + 2);
	level++;
	unlock();
}

void over_three(void)
{
	BEGIN(
		"level", /* of all */
		1 + 2
	);
	level = MAX(level,
		    2);
	unlock();
}

void nested(void)
{
	BEGIN("level",
	      MAX(1, 2));
	level++;
	unlock();
}

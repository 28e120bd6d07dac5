/* Files that are included behind functions, and what macros of theirs mean at the unit's end. */
#include "base.h"
int sum(int a, int k)
{
	return ADD(a) + k;
}
static int scaled(int a, int k)
{
	return ADD(a) * k;
}
#include "list.def"
int both(int a, int k)
{
	return scaled(a, k) + BASE;
}
#include "base.h"

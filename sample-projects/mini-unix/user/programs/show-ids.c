/* Ends with its effective user id: tells what a set-uid program may do. */
#include "user/runtime/runtime.h"

int main(void)
{
	return geteuid();
}

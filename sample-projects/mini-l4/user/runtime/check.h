/* Checks of a program that tests, and their sum. */
#ifndef CHECK_H
#define CHECK_H

#include "runtime.h"

static word_t checks_passed, checks_failed;

static inline void check(bool good, const char *what, int line)
{
	if (good)
		checks_passed++;
	else {
		checks_failed++;
		print("FAIL line %d: %s\n", line, what);
	}
}
#define CHECK(condition) check(!!(condition), #condition, __LINE__)

/* Says the sum and ends the machine: QEMU's status is 33 when all passed, else 35. */
static inline void check_end(void)
{
	print("mini-l4: %u passed, %u failed\n", checks_passed, checks_failed);
	l4_debug(DEBUG_EXIT, checks_failed == 0 ? 16 : 17);
}

#endif

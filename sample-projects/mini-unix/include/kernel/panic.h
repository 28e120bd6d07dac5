/* The end of a kernel that found itself broken. */
#ifndef KERNEL_PANIC_H
#define KERNEL_PANIC_H

#include "kernel/types.h"

struct trap_frame;

/* Prints the message, eip and a backtrace, then ends the machine. */
void panic(const char *format, ...) __printf(1, 2) __noreturn;

/* The same for a processor exception: also prints the registers in frame. */
void panic_at(const struct trap_frame *frame, const char *format, ...)
	__printf(2, 3) __noreturn;

/* Prints the callers along the chain of frame pointers that starts at ebp. */
void backtrace_print(uint32_t ebp);

#define assert(condition)                                              \
	do {                                                           \
		if (!(condition))                                      \
			panic("%s:%d: assertion failed: %s", __FILE__, \
			      __LINE__, #condition);                   \
	} while (0)

#endif

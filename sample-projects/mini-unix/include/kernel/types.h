/* Basic types and macros of the kernel. */
#ifndef KERNEL_TYPES_H
#define KERNEL_TYPES_H

#include "abi/types.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

#define ROUND_DOWN(value, unit) ((value) & ~((unit) - 1))
#define ROUND_UP(value, unit) ROUND_DOWN((value) + (unit) - 1, unit)

#define container_of(pointer, type, member) \
	((type *)((char *)(pointer) - offsetof(type, member)))

#define min(a, b)                          \
	({                                 \
		__typeof__(a) min_a = (a); \
		__typeof__(b) min_b = (b); \
		min_a < min_b ? min_a : min_b; \
	})

/* Marks a pointer into the current process's memory: never follow it, copy. */
#define __user

#define __noreturn __attribute__((noreturn))
#define __printf(text, first) __attribute__((format(printf, text, first)))

#endif

/* Numbers that both versions of the kernel share. */
#ifndef LIMITS_HXX
#define LIMITS_HXX

enum {
	PRIORITIES = 32, /* 0 is the most urgent */
	IDLE_PRIORITY = PRIORITIES - 1,
	TIMESLICE_TICKS = 5,
	THREAD_DATA_SLOTS = 8,
	THREAD_DESTRUCTORS = 8,
	STACK_GUARD_WORDS = 4,
	KERNEL_STACK_WORDS = 192
};

static const unsigned STACK_GUARD = 0xdeadbeef;
static const unsigned STACK_UNUSED = 0x5aa5c33c;

#endif

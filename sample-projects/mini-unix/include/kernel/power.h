/* The end of the machine. */
#ifndef KERNEL_POWER_H
#define KERNEL_POWER_H

#include "kernel/types.h"

/*
 * What is written to QEMU's isa-debug-exit device; QEMU then exits with
 * 2 * value + 1, that is 33, 35 and 37. None of them is a status of QEMU's own.
 */
enum power_status {
	POWER_SUCCESS = 0x10,
	POWER_FAILURE = 0x11,
	POWER_PANIC = 0x12,
};

/* Every orderly shutdown passes here; aspects print their reports before it. */
void power_off(enum power_status status) __noreturn;

/* The bare act; panic() uses it because nothing else can be trusted then. */
void machine_stop(enum power_status status) __noreturn;

#endif

/* Names of the kernel's functions, for backtraces. */
#ifndef KERNEL_SYMBOLS_H
#define KERNEL_SYMBOLS_H

#include "kernel/types.h"

struct kernel_symbol {
	uint32_t address;
	const char *name;
};

/* The function that holds address, or NULL; *offset counts bytes from its start. */
const char *symbol_find(uint32_t address, uint32_t *offset);

#endif

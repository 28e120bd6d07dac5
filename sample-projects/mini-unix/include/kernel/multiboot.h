/* What the boot loader tells us (Multiboot 1); we read only the memory size. */
#ifndef KERNEL_MULTIBOOT_H
#define KERNEL_MULTIBOOT_H

#include "kernel/types.h"

#define MULTIBOOT_HAS_MEMORY 0x1

struct multiboot_information {
	uint32_t flags;
	uint32_t memory_lower; /* KiB below 1 MiB */
	uint32_t memory_upper; /* KiB above 1 MiB */
};

#endif

/* What the boot loader tells us (Multiboot 1); as far as we read it. */
#ifndef KERNEL_MULTIBOOT_H
#define KERNEL_MULTIBOOT_H

#include "kernel/types.h"

#define MULTIBOOT_HAS_MEMORY 0x1
#define MULTIBOOT_HAS_COMMAND_LINE 0x4

struct multiboot_information {
	uint32_t flags;
	uint32_t memory_lower; /* KiB below 1 MiB */
	uint32_t memory_upper; /* KiB above 1 MiB */
	uint32_t boot_device;
	uint32_t command_line; /* physical address of a string */
};

#endif

/* What the boot loader says (Multiboot Specification 0.6.96, section 3.3), as far as we ask. */
#ifndef MINI_L4_MULTIBOOT_H
#define MINI_L4_MULTIBOOT_H

#include "types.h"

struct multiboot_information {
	word_t flags;
	word_t memory_lower, memory_upper; /* KiB; the second from 1 MiB on */
	word_t boot_device;
	word_t command_line;
	word_t module_count, modules; /* of struct multiboot_module */
};

struct multiboot_module {
	word_t start, end, command_line, reserved;
};

#endif

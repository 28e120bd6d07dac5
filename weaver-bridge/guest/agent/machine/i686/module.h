/* SPDX-License-Identifier: GPL-2.0 */
/* What the module asks of an i386 processor. */
#ifndef CONFIG_X86_32
#error "Weft weaves into i386 kernels"
#endif

#include <asm/desc.h>
#include <asm/sync_core.h>

/* Bytes of a word on a stack. */
#define STACK_WORD 4

static inline unsigned long table_of_interrupts(void)
{
	struct desc_ptr table;

	store_idt(&table);
	return table.address;
}

/* What was changed of the text is what this processor runs from here on. */
static inline void see_changed_text(void)
{
	sync_core();
}

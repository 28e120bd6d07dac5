/* See segments.h. */
#include "segments.h"

#include "layout.h"

static uint64_t descriptors[7];
static struct {
	word_t link, esp0, ss0, unused[22];
	uint16_t trace, io_map;
} task_state;

static uint64_t descriptor(word_t base, word_t limit, word_t access)
{
	return (limit & 0xffff) | (uint64_t)(base & 0xffffff) << 16 | (uint64_t)access << 40
	     | (uint64_t)(limit >> 16 & 15) << 48 | (uint64_t)(base >> 24) << 56;
}

void segments_init(void)
{
	const word_t flat = 0xc000; /* 32 bits, limit in pages */
	descriptors[KERNEL_CODE >> 3] = descriptor(0, 0xfffff, flat | 0x9a);
	descriptors[KERNEL_DATA >> 3] = descriptor(0, 0xfffff, flat | 0x92);
	descriptors[USER_CODE >> 3] = descriptor(0, 0xfffff, flat | 0xfa);
	descriptors[USER_DATA >> 3] = descriptor(0, 0xfffff, flat | 0xf2);
	descriptors[TASK_STATE >> 3] = descriptor((word_t)&task_state, sizeof(task_state) - 1, 0x89);
	descriptors[UTCB_SEGMENT >> 3] = descriptor(THREAD_WORD, sizeof(word_t) - 1, 0x4000 | 0xf0);
	task_state.ss0 = KERNEL_DATA;
	task_state.io_map = sizeof(task_state);

	struct __attribute__((packed)) {
		uint16_t limit;
		word_t base;
	} table = {sizeof(descriptors) - 1, (word_t)descriptors};
	__asm__ volatile("lgdt %0\n\t"
	                 "ljmp %1, $1f\n1:\n\t"
	                 "mov %2, %%ds\n\tmov %2, %%es\n\tmov %2, %%ss\n\t"
	                 "ltr %w3"
	                 : : "m"(table), "i"(KERNEL_CODE), "r"(KERNEL_DATA), "r"(TASK_STATE) : "memory");
}

void segments_set_trap_stack(word_t end) { task_state.esp0 = end; }

/* The segment table and the task state segment. See arch/segments.h. */
#include "arch/segments.h"

#include "kernel/types.h"

#define GATE_FLAT 0x00cf000000000000ull /* 4 GiB, 32 bits */
#define LIMIT_MAX 0xffffull
#define ACCESS(byte) ((uint64_t)(byte) << 40)

#define ACCESS_KERNEL_CODE 0x9a
#define ACCESS_KERNEL_DATA 0x92
#define ACCESS_USER_CODE 0xfa
#define ACCESS_USER_DATA 0xf2
#define ACCESS_TASK_STATE 0x89

/* Of the task state segment the processor needs only the stack for ring 0. */
struct task_state {
	uint32_t link;
	uint32_t esp0;
	uint32_t ss0;
	uint32_t unused[22];
	uint16_t trap;
	uint16_t io_map;
} __attribute__((packed));

struct table_register {
	uint16_t limit;
	uint32_t base;
} __attribute__((packed));

static struct task_state task_state;

static uint64_t descriptors[] = {
	0,
	GATE_FLAT | LIMIT_MAX | ACCESS(ACCESS_KERNEL_CODE),
	GATE_FLAT | LIMIT_MAX | ACCESS(ACCESS_KERNEL_DATA),
	GATE_FLAT | LIMIT_MAX | ACCESS(ACCESS_USER_CODE),
	GATE_FLAT | LIMIT_MAX | ACCESS(ACCESS_USER_DATA),
	0, /* task state, below */
};

static uint64_t task_state_descriptor(void)
{
	uint64_t base = (uint32_t)&task_state;
	uint64_t limit = sizeof(task_state) - 1;

	return limit | (base & 0xffffff) << 16 | ACCESS(ACCESS_TASK_STATE) |
	       (base >> 24) << 56;
}

void segments_set_kernel_stack(void *top)
{
	task_state.esp0 = (uint32_t)top;
}

void segments_init(void)
{
	struct table_register table = { sizeof(descriptors) - 1, (uint32_t)descriptors };

	task_state.ss0 = KERNEL_DATA_SEGMENT;
	task_state.io_map = sizeof(task_state);
	descriptors[TASK_STATE_SEGMENT / 8] = task_state_descriptor();

	__asm__ volatile("lgdt %0\n\t"
			 "ljmp %1, $1f\n"
			 "1:\n\t"
			 "mov %2, %%ds\n\t"
			 "mov %2, %%es\n\t"
			 "mov %2, %%fs\n\t"
			 "mov %2, %%gs\n\t"
			 "mov %2, %%ss\n\t"
			 "ltr %3"
			 :
			 : "m"(table), "i"(KERNEL_CODE_SEGMENT), "r"(KERNEL_DATA_SEGMENT),
			   "r"((uint16_t)TASK_STATE_SEGMENT)
			 : "memory");
}

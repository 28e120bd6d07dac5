/*
 * Segments. Paging does the protection; the segments are flat and serve only
 * to tell kernel mode (ring 0) from user mode (ring 3). Assembly reads this too.
 */
#ifndef ARCH_SEGMENTS_H
#define ARCH_SEGMENTS_H

#define KERNEL_CODE_SEGMENT 0x08
#define KERNEL_DATA_SEGMENT 0x10
#define USER_CODE_SEGMENT 0x1b
#define USER_DATA_SEGMENT 0x23
#define TASK_STATE_SEGMENT 0x28

#ifndef __ASSEMBLER__
void segments_init(void);

/* Where the processor puts its stack when a program enters the kernel. */
void segments_set_kernel_stack(void *top);
#endif

#endif

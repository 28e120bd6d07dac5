/* Where everything stands in memory. Also read by assembly and linker scripts. */
#ifndef MINI_L4_LAYOUT_H
#define MINI_L4_LAYOUT_H

#define PAGE_SIZE 4096
#define PAGE_SHIFT 12

/* The kernel sees the first PHYSICAL_MAX bytes of memory from KERNEL_BASE on. */
#define KERNEL_BASE 0xc0000000
#define PHYSICAL_MAX 0x04000000

/* What is the kernel's own; the rest, up to the machine's end, is the root task's, at the same addresses. */
#define ROOT_MEMORY 0x01000000

/* Pages that the kernel puts into every address space. */
#define UTCB_AREA 0xbfffc000 /* one page: control blocks of the space's threads, read and write */
#define UTCB_SIZE 512
#define UTCB_MIDDLE 256 /* message registers go up from here, buffer registers go down */
#define KIP_PAGE 0xbfffe000 /* kernel interface page, read only */
#define THREAD_WORD 0xbffff000 /* %gs:0, the running thread's control block, read only */
#define USER_END UTCB_AREA

#define THREADS_PER_SPACE (PAGE_SIZE / UTCB_SIZE)

#define KERNEL_CODE 0x08
#define KERNEL_DATA 0x10
#define USER_CODE 0x1b
#define USER_DATA 0x23
#define TASK_STATE 0x28
#define UTCB_SEGMENT 0x33

#endif

/*
 * The address space, 4 GiB. Assembly and the linker script agree with this.
 *
 *   0x00000000  never mapped: catches null pointers
 *   0x08048000  program: text, data, bss
 *   0xbffff000  top of the program's stack
 *   0xc0000000  all physical memory, up to 256 MiB; the kernel is inside
 */
#ifndef MM_LAYOUT_H
#define MM_LAYOUT_H

#define PAGE_SIZE 4096

#define KERNEL_BASE 0xc0000000
#define PHYSICAL_MAX 0x10000000 /* bytes of physical memory that we use at most */

#define USER_STACK_TOP 0xbffff000
#define USER_STACK_PAGES 4

#endif

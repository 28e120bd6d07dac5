/*
 * Page directories: one for the kernel, one per process. The upper quarter of
 * each is the same: the kernel's window onto physical memory.
 */
#ifndef MM_PAGING_H
#define MM_PAGING_H

#include "kernel/types.h"
#include "mm/layout.h"

#define PAGE_PRESENT 0x001
#define PAGE_WRITABLE 0x002
#define PAGE_USER 0x004
#define PAGE_COPY_ON_WRITE 0x200 /* one of the bits the processor leaves to us */
#define PAGE_FLAGS 0xfff

extern uint32_t *kernel_page_directory;

/* Replaces the boot mapping; kernel text and constants become read-only. */
void paging_init(void);

/* Whether the kernel may write to a page of its own; the tables of the kernel's window are the same everywhere. */
void page_protect(void *page, bool writable);

void page_directory_load(uint32_t *directory);

/* An address space without a program; NULL without memory. */
uint32_t *page_directory_create(void);
void page_directory_destroy(uint32_t *directory);

/* A copy for fork: both sides share all pages until one of them writes. */
uint32_t *page_directory_fork(uint32_t *directory);

/* Gives the program a new page of zeroes at a page-aligned address. 0 or -ENOMEM. */
int page_map_new(uint32_t *directory, uint32_t address, uint32_t flags);

/* True when the fault was a write to a shared page, which is now private. */
bool page_fault_resolve(uint32_t *directory, uint32_t address);

/*
 * The kernel's address of a byte of a program, or NULL when the program itself
 * may not read (or, when for_write, write) it.
 */
void *page_translate(uint32_t *directory, uint32_t address, bool for_write);

#endif

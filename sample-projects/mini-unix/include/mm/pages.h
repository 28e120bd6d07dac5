/*
 * Physical pages. They are handed out by their address in the kernel's window
 * onto physical memory, and counted: a page that copy-on-write shares has
 * several users and goes back when the last one puts it.
 */
#ifndef MM_PAGES_H
#define MM_PAGES_H

#include "kernel/types.h"
#include "mm/layout.h"

static inline uint32_t physical_address(const void *address)
{
	return (uint32_t)address - KERNEL_BASE;
}

static inline void *kernel_address(uint32_t physical)
{
	return (void *)(physical + KERNEL_BASE);
}

/* memory_end: physical, in bytes. Everything up to the end of the kernel is taken. */
void pages_init(uint32_t memory_end);

/* count adjacent pages, each with one user; NULL when there are none. */
void *pages_allocate(unsigned int count);
void pages_free(void *pages, unsigned int count);

/* One page, filled with zeroes. */
void *page_allocate_zeroed(void);

void page_get(void *page);
void page_put(void *page);
unsigned int page_users(const void *page);

unsigned int pages_available(void);
uint32_t pages_memory_end(void);

/* A byte that the owner of a page may keep with it; kmalloc() does. */
void page_tag_set(const void *page, uint8_t tag);
uint8_t page_tag(const void *page);

#endif

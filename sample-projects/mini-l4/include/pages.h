/* Physical memory: the kernel's own pages, and how it looks at any frame. */
#ifndef MINI_L4_PAGES_H
#define MINI_L4_PAGES_H

#include "layout.h"
#include "types.h"

static inline void *physical(word_t address) { return (void *)(address + KERNEL_BASE); }

/* `free_from` to ROOT_MEMORY is the kernel's. */
void pages_init(word_t free_from);
/* Physical address of a page of zeros; 0 when there is none. */
word_t page_alloc(void);
void page_free(word_t frame);

#endif

/* Memory for kernel objects of any size. */
#ifndef MM_KMALLOC_H
#define MM_KMALLOC_H

#include "kernel/types.h"

/* NULL without memory; at most 2048 bytes. Ask pages_allocate() for more. */
void *kmalloc(size_t size);
void *kmalloc_zeroed(size_t size);
void kfree(void *object);

#endif

/*
 * Copies between the kernel and the current program. Nothing here trusts the
 * program's pointers: a bad one gives -EFAULT.
 */
#ifndef MM_USER_MEMORY_H
#define MM_USER_MEMORY_H

#include "kernel/types.h"

/* 0 or -EFAULT. */
int copy_from_user(void *to, const void __user *from, size_t size);
int copy_to_user(void __user *to, const void *from, size_t size);

/* Length of the string, -EFAULT, or -ENAMETOOLONG when it does not fit. */
int copy_string_from_user(char *to, const char __user *from, size_t size);

/*
 * For exec: into an address space that is being built. Read-only pages are
 * filled as well, so the pages must not be shared yet. 0 or -EFAULT.
 */
int copy_to_directory(uint32_t *directory, uint32_t to, const void *from, size_t size);

#endif

/* The part of <string.h> that the kernel needs. */
#ifndef KERNEL_STRING_H
#define KERNEL_STRING_H

#include "kernel/types.h"

void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);

/* Copies at most size - 1 characters and always ends the copy with a zero. */
void string_copy(char *to, const char *from, size_t size);

#endif

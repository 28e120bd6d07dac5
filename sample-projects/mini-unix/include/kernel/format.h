/* printf-style formatting, used by the kernel and by user programs. */
#ifndef KERNEL_FORMAT_H
#define KERNEL_FORMAT_H

#include <stdarg.h>

#include "kernel/types.h"

/*
 * Writes at most size - 1 characters and a zero; returns the characters written.
 * Knows %d %i %u %x %o %p %s %c %%, field width, '0', '-', and 'l' (32 bits).
 */
int format_text(char *buffer, size_t size, const char *format, va_list arguments);

#endif

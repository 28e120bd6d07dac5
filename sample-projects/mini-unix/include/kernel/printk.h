/* Kernel messages. They go to the serial console at once. */
#ifndef KERNEL_PRINTK_H
#define KERNEL_PRINTK_H

#include "kernel/types.h"

/* Longer messages are cut at this many characters. */
#define PRINTK_MAX 256

void printk(const char *format, ...) __printf(1, 2);

#endif

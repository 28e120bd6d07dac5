/* The serial port, for the kernel and for the debug system call. */
#ifndef MINI_L4_CONSOLE_H
#define MINI_L4_CONSOLE_H

#include "types.h"

void console_init(void);
void console_put(char character);
/* %s %c %d %u %x, no widths. */
void console_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Says what happened and leaves QEMU with status 37. */
void panic(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));
/* Leaves QEMU's isa-debug-exit with status 2 * code + 1; without the device, halts. */
void machine_exit(word_t code) __attribute__((noreturn));

#endif

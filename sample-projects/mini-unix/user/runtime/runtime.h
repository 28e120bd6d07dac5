/* What programs need besides the system calls: printing and checking. */
#ifndef USER_RUNTIME_H
#define USER_RUNTIME_H

#include "kernel/string.h"
#include "user/runtime/system.h"

/* init leaves this descriptor open: one byte per check, 'P' passed or 'F' failed. */
#define RESULTS_FD 3
#define RESULTS_PATH "/var/results"

void print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints what was checked and how it went, and records it for init. */
void check(bool passed, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Failed checks of this process so far; what a test program returns. */
int failed_checks(void);

/* Runs function in a child process and returns the child's exit status. */
int run_in_child(void (*function)(void));

#endif

/* The programs' small C library. */
#ifndef RUNTIME_H
#define RUNTIME_H

#include "l4.h"

/* %s %c %d %u %x, no widths. */
void print(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool same_text(const char *one, const char *other);
void copy_text(char *to, const char *from);

/* Another thread of this program; it must not return. `stack` has been touched, and its pager is the root task or another. */
word_t thread_start(void (*function)(void), void *stack, word_t bytes, word_t pager);
/* The pager of the program's first thread: the root task. */
word_t root_task(void);

/* Outputs of stubs live here; `heap_in_use` is 0 when all of them were freed. */
extern word_t heap_in_use;
void *CORBA_alloc(word_t bytes);
void CORBA_free(void *pointer);

/* The program itself. What it returns is ignored: programs do not end. */
void program_main(const struct start_information *information);

#endif

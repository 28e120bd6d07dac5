/* The programs' small C library. */
#ifndef RUNTIME_H
#define RUNTIME_H

#include "l4.h"

/* %s %c %d %u %x, no widths. */
void print(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool same_text(const char *one, const char *other);
void copy_text(char *to, const char *from);

/* Outputs of stubs live here; `heap_in_use` is 0 when all of them were freed. */
extern word_t heap_in_use;
void *CORBA_alloc(word_t bytes);
void CORBA_free(void *pointer);

/* The program itself. What it returns is ignored: programs do not end. */
void program_main(const struct start_information *information);

#endif

/* Message memory: copies between two address spaces that report the page they miss. */
#ifndef MINI_L4_MEMORY_COPY_H
#define MINI_L4_MEMORY_COPY_H

#include "message.h"

/* A word of the thread's memory. */
bool memory_read(struct thread *thread, word_t address, word_t *value, struct missing *missing);
bool memory_write(struct thread *thread, word_t address, word_t value, struct missing *missing);
bool memory_copy(struct thread *from, word_t source, struct thread *to, word_t target, word_t bytes,
                 struct missing *missing);
/* Addresses that no pager can ever supply: a message that names them is given up. */
bool memory_is_user(word_t address, word_t bytes);

#endif

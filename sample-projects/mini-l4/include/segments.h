/* Segments and the task state: what the processor needs to come from a program into the kernel. */
#ifndef MINI_L4_SEGMENTS_H
#define MINI_L4_SEGMENTS_H

#include "types.h"

void segments_init(void);
/* Where the next trap out of a program begins to push. */
void segments_set_trap_stack(word_t end);

#endif

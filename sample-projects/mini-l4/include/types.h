#ifndef MINI_L4_TYPES_H
#define MINI_L4_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A machine word: what a register or a message register holds. */
typedef uint32_t word_t;

#endif

/* Types that the kernel and user programs share. */
#ifndef ABI_TYPES_H
#define ABI_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int32_t pid_t;
typedef uint32_t uid_t;
typedef uint32_t gid_t;
typedef uint32_t mode_t;
typedef uint32_t ino_t;
typedef int32_t off_t;

#endif

#!/bin/sh
# GNU MIG 1.8+git20221221 (Debian 12's mig-x86-64-gnu 1.8+git20221221-3; Debian 13's 20231217 and its i686 twin do the same): an
# array of variable size whose limit is no multiple of a word is a union with a pointer in mig's struct, and behind the union
# stands the array's padding, which the union has already. What follows stands a word later than the size that mig computes for
# mach_msg: of `routine put(…; x : array[*:15] of char; y : int)` the last word, y, is not sent where x is full, so its value is
# lost. Compilers and mig's own _Static_asserts say nothing, as they leave messages with such arrays out. The limits in the Hurd's files are all multiples of 8, so nobody met it; who writes `.defs` files must know:
# make limits multiples of the word, or put such arrays last. `array[*:16]` below is sent whole.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq mig-x86-64-gnu=1.8+git20221221-3 2>/dev/null
dpkg -x mig-x86-64-gnu_*.deb .
ls mig-x86-64-gnu_*.deb
mkdir mach
for header in boolean kern_return port notify mach_types mig_errors mig_support std_types; do : > mach/$header.h; done
cat > mach/message.h <<'C'
#pragma once
#include <stddef.h>
#include <string.h>
typedef int kern_return_t, boolean_t, mach_msg_return_t;
typedef unsigned mach_port_t, mach_msg_type_number_t, mach_msg_option_t;
typedef struct { unsigned msgh_bits, msgh_size, msgh_remote_port, a, msgh_local_port, b, msgh_seqno; int msgh_id; } mach_msg_header_t;
typedef struct { unsigned msgt_name : 8, msgt_size : 8, msgt_number : 12, msgt_inline : 1, msgt_longform : 1, msgt_deallocate : 1, msgt_unused : 1; } mach_msg_type_t;
#define MACH_MSG_TYPE_CHAR 8
#define MACH_MSG_TYPE_INTEGER_32 2
#define MACH_MSG_TYPE_COPY_SEND 19
#define MACH_MSGH_BITS(a, b) ((a) | (b) << 8)
#define MACH_SEND_MSG 1
#define MACH_MSG_OPTION_NONE 0
#define MACH_MSG_TIMEOUT_NONE 0
#define MACH_PORT_NULL 0
#define MIG_ARRAY_TOO_LARGE (-307)
#define TRUE 1
#define FALSE 0
mach_msg_return_t mach_msg(mach_msg_header_t *, mach_msg_option_t, unsigned, unsigned, mach_port_t, unsigned, mach_port_t);
C
cat > main.c <<'C'
#include <stdio.h>
#include "mach/message.h"
kern_return_t put(mach_port_t, const char *, mach_msg_type_number_t, int);
/* The kernel sends `size` bytes. */
mach_msg_return_t mach_msg(mach_msg_header_t *message, mach_msg_option_t o, unsigned size, unsigned r, mach_port_t p, unsigned t, mach_port_t n)
{
	int wanted = 0x12345678;
	for (unsigned at = sizeof *message; at + 4 <= size; at += 4)
		if (memcmp((char *)message + at, &wanted, 4) == 0)
			return puts("y is sent"), 0;
	return puts("y is lost"), 0;
}
int main(void) { return put(1, "0123456789abcde", 15, 0x12345678); }
C
sent() {
	printf 'subsystem s 100;\ntype mach_port_t = MACH_MSG_TYPE_COPY_SEND;\ntype text = array[*:%s] of char;\nsimpleroutine put(to : mach_port_t; x : text; y : int);\n' "$1" |
		usr/lib/mig/x86_64-gnu-migcom -header s.h -server /dev/null -user user.c
	printf 'typedef char text[%s];\n#include "mach/message.h"\n' "$1" > types.h
	gcc -w -I. -include types.h main.c user.c -o program
	./program
}
odd=$(sent 15)
even=$(sent 16)
echo "limit 15: $odd; limit 16: $even"
test "$odd" = "y is lost"
test "$even" = "y is sent"

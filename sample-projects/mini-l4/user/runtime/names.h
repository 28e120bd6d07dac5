/* Thread ids as stubs spell them. */
#ifndef NAMES_H
#define NAMES_H

#include "l4.h"

static inline idl4_threadid_t thread_of(word_t id)
{
#if KERNEL_ABI == 2
	return (idl4_threadid_t){id, 0};
#else
	return id;
#endif
}
static inline word_t id_of(idl4_threadid_t thread)
{
#if KERNEL_ABI == 2
	return thread.low;
#else
	return thread;
#endif
}

#endif

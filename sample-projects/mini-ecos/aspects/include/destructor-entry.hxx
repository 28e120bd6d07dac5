/* A function to call when a thread ends. */
#ifndef DESTRUCTOR_ENTRY_HXX
#define DESTRUCTOR_ENTRY_HXX

#include "hal.hxx"

typedef void ThreadDestructor(word data);

struct DestructorEntry {
	ThreadDestructor *function;
	word data;
};

#endif

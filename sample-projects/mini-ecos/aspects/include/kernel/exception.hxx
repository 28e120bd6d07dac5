#ifndef KERNEL_EXCEPTION_HXX
#define KERNEL_EXCEPTION_HXX

#include "hal.hxx"
#include "limits.hxx"

/* What a processor exception leads to, when no thread handles it. */
class Exception {
public:
	static void raise(unsigned number, word information);
};

#endif

#ifndef KERNEL_SEMAPHORE_HXX
#define KERNEL_SEMAPHORE_HXX

#include "hal.hxx"
#include "limits.hxx"
#include "thread-queue.hxx"

class Semaphore {
	unsigned count;
	ThreadQueue waiters;

public:
	Semaphore(unsigned count);
	~Semaphore();

	void post();
	/* False when the wait was ended by release(). */
	bool wait();
	bool try_wait();
	unsigned peek() const { return count; }
};

#endif

#ifndef KERNEL_MUTEX_HXX
#define KERNEL_MUTEX_HXX

#include "hal.hxx"
#include "limits.hxx"
#include "thread-queue.hxx"

class Mutex {
	bool locked;
	Thread *owner;
	ThreadQueue waiters;

public:
	Mutex();
	~Mutex();

	/* False when the wait was ended by release() or by the mutex' end. */
	bool lock();
	bool try_lock();
	void unlock();
	/* Ends all waits. */
	void release();
	Thread *get_owner() const { return owner; }
};

#endif

#ifndef KERNEL_MUTEX_HXX
#define KERNEL_MUTEX_HXX

#include "kernel/config.hxx"
#include "thread-queue.hxx"

class Mutex {
	bool locked;
	Thread *owner;
	ThreadQueue waiters;

public:
#ifdef CONFIG_MUTEX_PROTOCOL
	/* What happens to the priority of a thread that holds the mutex. */
	enum Protocol { NONE, INHERIT, CEILING };
#endif

private:
#ifdef CONFIG_MUTEX_PROTOCOL_CEILING
	unsigned ceiling;
#endif
#ifdef CONFIG_MUTEX_PROTOCOL_DYNAMIC
	Protocol protocol;
#endif

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
#ifdef CONFIG_MUTEX_PROTOCOL_DYNAMIC
	void set_protocol(Protocol protocol);
#endif
#ifdef CONFIG_MUTEX_PROTOCOL_CEILING
	void set_ceiling(unsigned priority);
#endif
};

#endif

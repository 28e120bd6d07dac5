#include "kernel/mutex.hxx"

#include "kernel/thread.hxx"

Mutex::Mutex() : locked(false), owner(0)
{
	REPORT_FUNCTION();
	INSTRUMENT_MUTEX(CREATE, this, 0);
#ifdef CONFIG_MUTEX_PROTOCOL_CEILING
	ceiling = 0;
#endif
#ifdef CONFIG_MUTEX_PROTOCOL_DYNAMIC
#ifdef CONFIG_MUTEX_PROTOCOL_INHERIT
	protocol = INHERIT;
#else
#ifdef CONFIG_MUTEX_PROTOCOL_CEILING
	protocol = CEILING;
#else
	protocol = NONE;
#endif
#endif
#endif
	REPORT_RETURN();
}

Mutex::~Mutex()
{
	REPORT_FUNCTION();
	INSTRUMENT_MUTEX(DELETE, this, 0);
	if (locked || !waiters.empty())
		hal_panic("a mutex in use was destroyed");
	REPORT_RETURN();
}

bool Mutex::lock()
{
	bool result = true;
	Thread *self = Thread::self();

	REPORT_FUNCTION();
	Scheduler::lock();
	while (locked && result) {
		INSTRUMENT_MUTEX(WAIT, this, (word)owner);
		Thread::sleep();
		waiters.enqueue(self);
#ifdef CONFIG_MUTEX_PROTOCOL_INHERIT
#ifdef CONFIG_MUTEX_PROTOCOL_DYNAMIC
		if (protocol == INHERIT)
#endif
			owner->raise_priority(self->priority);
#endif
		Scheduler::reschedule();
		if (self->wake_reason != Thread::DONE)
			result = false;
	}
	if (result) {
		locked = true;
		owner = self;
#ifdef CONFIG_MUTEX_PROTOCOL
		self->count_mutex();
#endif
#ifdef CONFIG_MUTEX_PROTOCOL_CEILING
#ifdef CONFIG_MUTEX_PROTOCOL_DYNAMIC
		if (protocol == CEILING)
#endif
			self->raise_priority(ceiling);
#endif
		INSTRUMENT_MUTEX(LOCKED, this, 0);
	}
	Scheduler::unlock();
	REPORT_RETURN();
	return result;
}

bool Mutex::try_lock()
{
	REPORT_FUNCTION();
	Scheduler::lock();
	if (locked) {
		INSTRUMENT_MUTEX(TRY, this, false);
		Scheduler::unlock();
		REPORT_RETURN();
		return false;
	}
	locked = true;
	owner = Thread::self();
#ifdef CONFIG_MUTEX_PROTOCOL
	owner->count_mutex();
#endif
#ifdef CONFIG_MUTEX_PROTOCOL_CEILING
#ifdef CONFIG_MUTEX_PROTOCOL_DYNAMIC
	if (protocol == CEILING)
#endif
		owner->raise_priority(ceiling);
#endif
	INSTRUMENT_MUTEX(TRY, this, true);
	Scheduler::unlock();
	REPORT_RETURN();
	return true;
}

void Mutex::unlock()
{
	REPORT_FUNCTION();
	Scheduler::lock();
	INSTRUMENT_MUTEX(UNLOCK, this, 0);
#ifdef CONFIG_MUTEX_PROTOCOL
	owner->uncount_mutex();
#endif
	if (!waiters.empty()) {
		INSTRUMENT_MUTEX(WAKE, this, (word)waiters.first());
		waiters.first()->wake(Thread::DONE);
	}
	locked = false;
	owner = 0;
	Scheduler::unlock();
	REPORT_RETURN();
}

void Mutex::release()
{
	REPORT_FUNCTION();
	Scheduler::lock();
	while (!waiters.empty())
		waiters.first()->release();
	Scheduler::unlock();
	REPORT_RETURN();
}

#ifdef CONFIG_MUTEX_PROTOCOL_DYNAMIC
void Mutex::set_protocol(Protocol new_protocol)
{
	Scheduler::lock();
	protocol = new_protocol;
	Scheduler::unlock();
}
#endif

#ifdef CONFIG_MUTEX_PROTOCOL_CEILING
void Mutex::set_ceiling(unsigned priority)
{
	Scheduler::lock();
	ceiling = priority;
	Scheduler::unlock();
}
#endif

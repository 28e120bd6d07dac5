#include "kernel/mutex.hxx"

#include "kernel/thread.hxx"

Mutex::Mutex() : locked(false), owner(0)
{
}

Mutex::~Mutex()
{
	if (locked || !waiters.empty())
		hal_panic("a mutex in use was destroyed");
}

bool Mutex::lock()
{
	bool result = true;
	Thread *self = Thread::self();

	while (locked && result) {
		Thread::sleep();
		waiters.enqueue(self);
		Scheduler::reschedule();
		if (self->wake_reason != Thread::DONE)
			result = false;
	}
	if (result) {
		locked = true;
		owner = self;
	}
	return result;
}

bool Mutex::try_lock()
{
	if (locked)
		return false;
	locked = true;
	owner = Thread::self();
	return true;
}

void Mutex::unlock()
{
	if (!waiters.empty())
		waiters.first()->wake(Thread::DONE);
	locked = false;
	owner = 0;
}

void Mutex::release()
{
	while (!waiters.empty())
		waiters.first()->release();
}
